/** What `npm audit --json` says. */

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

/** @returns undefined when the registry did not answer. */
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
