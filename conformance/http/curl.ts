/** Turns a recorded conversation into a shell script that can be tried on another server. */
import type { Exchange, Finding, ReceivedDelivery, Step } from '../engine/finding.ts';
import { type TakenValue, takenValues } from './taken-values.ts';

const baseVariable = 'CONFORMANCE_BASE_URL';
const environmentVariable = String.raw`\$CONFORMANCE_[A-Z][A-Z0-9_]*`;

const literally = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A part of a text to send: literal text, or a variable of the shell. */
type Piece = { readonly text: string } | { readonly variable: string };

type Cut = (text: string) => readonly Piece[];

/** Splits a text at the names of environment variables, which stand for secrets, and at values taken from earlier responses. */
function cutAt(taken: readonly TakenValue[]): Cut {
  const longestFirst = taken.toSorted((a, b) => b.value.length - a.value.length);
  const literals = longestFirst.map(({ value }) => `(?<![A-Za-z0-9])${literally(value)}(?![A-Za-z0-9])`);
  const names = new Map(taken.map(({ name, value }) => [value, name]));
  const pattern = new RegExp(`(${[...literals, environmentVariable].join('|')})`);
  return (text) =>
    text
      .split(pattern)
      .map((part, index) =>
        index % 2 === 0 ? { text: part } : { variable: names.get(part) ?? part.replace('$', '') },
      )
      .filter((piece) => 'variable' in piece || piece.text !== '');
}

/** A short text in double quotes; only the variables are expanded. */
function word(pieces: readonly Piece[]): string {
  const parts = pieces.map((piece, index) => {
    if ('text' in piece) return piece.text.replace(/["\\`$]/g, '\\$&');
    const next = pieces[index + 1];
    const runsOn = next !== undefined && 'text' in next && /^\w/.test(next.text);
    return runsOn ? `\${${piece.variable}}` : `$${piece.variable}`;
  });
  return `"${parts.join('')}"`;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A text with many double quotes, in single quotes. */
function text(pieces: readonly Piece[]): string {
  return pieces.map((piece) => ('text' in piece ? quote(piece.text) : `"$${piece.variable}"`)).join('');
}

function urlWord(url: string, baseUrl: string, cut: Cut): string {
  if (!url.startsWith(`${baseUrl}/`)) return word(cut(url));
  return word([{ variable: baseVariable }, ...cut(url.slice(baseUrl.length))]);
}

function command({ request }: Exchange, options: string, baseUrl: string, cut: Cut): string {
  const parts = [`curl ${options} -X ${request.method} ${urlWord(request.url, baseUrl, cut)}`];
  for (const [name, value] of Object.entries(request.headers)) {
    parts.push(`-H ${word(cut(`${name}: ${value}`))}`);
  }
  if (request.body === undefined) return parts.join(' \\\n  ');
  // Forms hold bytes, which are recorded with escapes.
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data') ?? false;
  const body = text(cut(request.body));
  parts.push(`--data-binary ${isForm ? '@-' : body}`);
  const curl = parts.join(' \\\n  ');
  return isForm ? `printf %b ${body} | ${curl}` : curl;
}

const longestComment = 400;

/** One line, without characters that a terminal takes for a key. */
function comment(label: string): string {
  const line = label.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return `# ${line.length <= longestComment ? line : `${line.slice(0, longestComment)}…`}`;
}

function exchangeLines(
  exchange: Exchange,
  baseUrl: string,
  cut: Cut,
  taken: readonly TakenValue[],
): readonly string[] {
  const { response, error } = exchange;
  const answer = `in the run: ${response?.status ?? error ?? 'no answer'}`;
  if (taken.length === 0)
    return [command(exchange, String.raw`-sS -i -w '\n'`, baseUrl, cut), comment(answer)];
  return [
    `answer=$(${command(exchange, '-sS', baseUrl, cut)})`,
    `printf '%s\\n' "$answer"`,
    comment(answer),
    ...taken.map(({ name, filter }) => `${name}=$(printf '%s' "$answer" | jq -r ${quote(filter)})`),
  ];
}

const webhookLine = ({ body, answered }: ReceivedDelivery) =>
  comment(`webhook received, response ${answered}: ${body}`);

/** The requirements of the script: variables, and jq if values are taken from responses. */
function needsOf(lines: readonly string[], baseUrl: string, takes: boolean): readonly string[] {
  const used = lines.filter((line) => !line.startsWith('#')).join('\n');
  const names = [...used.matchAll(new RegExp(environmentVariable, 'g'))].map(([name]) => name.slice(1));
  const secrets = [...new Set(names)].filter((name) => name !== baseVariable);
  const tools = takes ? 'curl, and jq to read ids from the responses' : 'curl';
  return [
    comment(`Needs ${tools}. The dates are those of the run; update them if they are too old.`),
    `: "\${${baseVariable}:=${baseUrl.replace(/["\\`$}]/g, '\\$&')}}"`,
    ...secrets.map((name) => `: "\${${name}:?}"`),
  ];
}

function headingOf({ label, phase }: Step, number: number): string {
  return comment(phase === 'setup' ? `set-up: ${label}` : `${number}. ${label}`);
}

/**
 * The conversation of a finding as a POSIX shell script. Credentials come from the environment variables that it names.
 * Ids are taken from the server's responses, so that the script can be tried on another server.
 *
 * @param section of the interface document that contains the requirement.
 */
export function curlScript(finding: Omit<Finding, 'curl'>, baseUrl: string, section: string): string {
  const { steps } = finding;
  const taken = takenValues(steps.flatMap(({ exchanges }) => exchanges));
  const cut = cutAt([...taken.values()].flat());
  const lines: string[] = [];
  let number = 0;
  for (const step of steps) {
    if (step.phase === 'step') number += 1;
    lines.push('', headingOf(step, number));
    if (step.believed !== undefined) lines.push(comment(`expected state before this step: ${step.believed}`));
    for (const each of step.exchanges)
      lines.push(...exchangeLines(each, baseUrl, cut, taken.get(each) ?? []));
    lines.push(...step.deliveries.map(webhookLine));
  }
  return [
    '#!/bin/sh',
    comment(`${finding.requirement}, ${finding.level}, section "${section}" of the interface document:`),
    comment(finding.title),
    ...needsOf(lines, baseUrl, taken.size > 0),
    ...lines,
    '',
    comment(`expected: ${finding.expected}`),
    comment(`actual:   ${finding.actual}`),
    '',
  ].join('\n');
}
