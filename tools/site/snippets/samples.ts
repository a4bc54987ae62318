/** Whether the sample output on a page is the real output of the program. */

/** Texts that differ in each run, and their replacements. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<date>'],
  [/\b\d\d:\d\d:\d\d\b/g, '<clock>'],
  [/(?<![\da-f-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '<uuid>'],
  [/\bwhsec_[\w+/=]+…?/g, '<secret>'],
  [/\b(?:\d+ min )?\d[\d,]*(?:\.\d+)? (?:ms|s|min)\b/g, '<duration>'],
  [/\btime="[\d.]+"/g, 'time="<seconds>"'],
  [/\b\d[\d,]* requests\b/g, '<count> requests'],
  [/\bseed \d+/g, 'seed <n>'],
  [/(?<=\/\/(?:localhost|127\.0\.0\.1)):\d+/g, ':<port>'],
];

/** A line without the parts that differ in each run. */
const masked = (line: string): string =>
  volatile.reduce((text, [pattern, name]) => text.replace(pattern, name), line.trimEnd());

const linesOf = (text: string) => text.replace(/\n+$/, '').split('\n');

/** The part of an output, as many lines long as the sample, that has most lines in common with it. */
function likest(
  sample: readonly string[],
  output: readonly string[],
  same: (a: string, b: string) => boolean,
) {
  let best = { lines: output.slice(0, sample.length), common: 0 };
  for (let start = 0; start < output.length; start += 1) {
    const lines = output.slice(start, start + sample.length);
    const common = lines.filter((line, index) => same(line, sample[index] ?? '')).length;
    if (common > best.common) best = { lines, common };
  }
  return best;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value matches a sample: members may be left out, items too. */
function shows(sample: unknown, actual: unknown): boolean {
  if (Array.isArray(sample))
    return (
      Array.isArray(actual) && sample.every((item) => actual.some((candidate) => shows(item, candidate)))
    );
  if (isObject(sample))
    return isObject(actual) && Object.entries(sample).every(([key, value]) => shows(value, actual[key]));
  return typeof sample === 'string' && typeof actual === 'string'
    ? masked(sample) === masked(actual)
    : sample === actual;
}

const occurs = (sample: unknown, actual: unknown): boolean =>
  shows(sample, actual) ||
  (typeof actual === 'object' &&
    actual !== null &&
    Object.values(actual).some((child) => occurs(sample, child)));

/**
 * @param sample whole lines that follow each other in the output
 * @returns the problem of the sample, if there is one
 */
export function textProblem(sample: string, output: string, indented = true): string | undefined {
  const wanted = linesOf(sample);
  const plain = (line: string) => (indented ? masked(line) : masked(line).trimStart());
  const same = (left: string, right: string) => plain(left) === plain(right);
  const { lines, common } = likest(wanted, linesOf(output), same);
  if (common === wanted.length) return undefined;
  return `${wanted.length - common} of ${wanted.length} lines differ from what is likest to it:\n${lines.join('\n')}`;
}

/** @returns the problem of a part of a JSON text, if there is one */
export function valueProblem(sample: unknown, output: string): string | undefined {
  return occurs(sample, JSON.parse(output))
    ? undefined
    : 'no part of what is written has these members and values';
}
