/** Turns a recorded conversation into a shell script that can be tried on another server. */
import type { TargetSummary } from '../engine/events.ts';
import type { Exchange, Finding, ReceivedDelivery, Step } from '../engine/finding.ts';
import { freshValues, type TakenValue, takenValues } from './taken-values.ts';

const baseVariable = 'CONFORMANCE_BASE_URL';
const environmentVariable = String.raw`\$CONFORMANCE_[A-Z][A-Z0-9_]*`;

/** A pattern that matches just this text. */
export const literally = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A part of a text to send: literal text, or a variable. */
export type Piece = { readonly text: string } | { readonly variable: string };

export type Cut = (text: string) => readonly Piece[];

/**
 * Splits a text at values taken from earlier responses, and at the names of environment variables, which stand for secrets.
 *
 * @param secrets `kept`: the names of the variables stay text
 */
export function cutAt(
  taken: readonly Pick<TakenValue, 'name' | 'value'>[],
  secrets: 'inserted' | 'kept',
): Cut {
  const longestFirst = taken.toSorted((a, b) => b.value.length - a.value.length);
  const literals = longestFirst.map(({ value }) => `(?<![A-Za-z0-9])${literally(value)}(?![A-Za-z0-9])`);
  const names = new Map(taken.map(({ name, value }) => [value, name]));
  const inserted = secrets === 'inserted' ? [environmentVariable] : [];
  const alternatives = [...literals, ...inserted];
  if (alternatives.length === 0) return (text) => (text === '' ? [] : [{ text }]);
  const pattern = new RegExp(`(${alternatives.join('|')})`);
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

const methodWord = (method: string) => (/^[A-Z]+$/.test(method) ? method : quote(method));

/** Text of a body after `--data-binary @` would be the name of a file to send. */
const bodyOption = (body: string) => (body.startsWith('@') ? '--data-raw' : '--data-binary');

function command({ request }: Exchange, options: string, baseUrl: string, cut: Cut): string {
  const parts = [`curl ${options} -X ${methodWord(request.method)} ${urlWord(request.url, baseUrl, cut)}`];
  for (const [name, value] of Object.entries(request.headers)) {
    // A file could name another option of curl here, or a file to send.
    if (!/^[\w-]+$/.test(name)) continue;
    parts.push(`-H ${word(cut(`${name}: ${value}`))}`);
  }
  if (request.body === undefined) return parts.join(' \\\n  ');
  // Forms hold bytes, which are recorded with escapes.
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data') ?? false;
  const body = text(cut(request.body));
  parts.push(isForm ? '--data-binary @-' : `${bodyOption(request.body)} ${body}`);
  const curl = parts.join(' \\\n  ');
  return isForm ? `printf %b ${body} | ${curl}` : curl;
}

/** The jq filter that reads a place of a body. */
const filterOf = (path: TakenValue['path']) =>
  path
    .map((key) => (/^[a-z_]\w*$/i.test(String(key)) ? `.${key}` : `[${JSON.stringify(key)}]`))
    .join('')
    .replace(/^(?!\.)/, '.');

const longestComment = 400;

/** One line, which nothing in the text can end. */
function comment(label: string): string {
  const line = label.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  return `# ${line.length <= longestComment ? line : `${line.slice(0, longestComment)}…`}`;
}

/** How the texts of a request are split, by its address. */
interface Place {
  readonly baseUrl: string;
  readonly atTarget: Cut;
  readonly elsewhere: Cut;
}

function exchangeLines(
  exchange: Exchange,
  { baseUrl, atTarget, elsewhere }: Place,
  taken: readonly TakenValue[],
): readonly string[] {
  const { request, response, error } = exchange;
  const cut = request.url.startsWith(`${baseUrl}/`) ? atTarget : elsewhere;
  if (!/^https?:\/\//.test(request.url)) return [comment(`not a request over HTTP: ${request.url}`)];
  const answer = `in the run: ${response?.status ?? error ?? 'no answer'}`;
  if (taken.length === 0)
    return [command(exchange, String.raw`-sS -i -w '\n'`, baseUrl, cut), comment(answer)];
  return [
    `answer=$(${command(exchange, '-sS', baseUrl, cut)})`,
    `printf '%s\\n' "$answer"`,
    comment(answer),
    ...taken.map(({ name, path }) => `${name}=$(printf '%s' "$answer" | jq -r ${quote(filterOf(path))})`),
  ];
}

const webhookLine = ({ body, answered }: ReceivedDelivery) =>
  comment(`webhook received, response ${answered}: ${body}`);

/** The requirements of the script: variables, and jq if values are taken from responses. */
function needsOf(lines: readonly string[], sendTo: string | undefined, takes: boolean): readonly string[] {
  const used = lines.filter((line) => !line.startsWith('#')).join('\n');
  const names = [...used.matchAll(new RegExp(environmentVariable, 'g'))].map(([name]) => name.slice(1));
  const secrets = [...new Set(names)].filter((name) => name !== baseVariable);
  const tools = takes ? 'curl, and jq to read ids from the responses' : 'curl';
  return [
    comment(`Needs ${tools}. The dates are those of the run; update them if they are too old.`),
    sendTo === undefined
      ? `: "\${${baseVariable}:?set it to the address of your server}"`
      : `: "\${${baseVariable}:=${sendTo.replace(/["\\`$}]/g, '\\$&')}}"`,
    ...secrets.map((name) => `: "\${${name}:?}"`),
  ];
}

/** Ids that a server may know from the run, or from an earlier run of the script, are made up each time. */
function freshLines(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [
    'new_id() { uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid; }',
    ...names.map((name) => `${name}=$(new_id)`),
  ];
}

function serverLines({ kind, fault }: Server): readonly string[] {
  if (kind !== 'reference') return [];
  // A file may name any text as a fault.
  const option = fault !== undefined && /^[\w-]+$/.test(fault) ? ` --fault ${fault}` : '';
  return [
    comment(`The server of the run ended with it. Start one: conformance serve --mode manual${option}`),
    comment(`Then set ${baseVariable} to its address, and the keys to those that it prints.`),
  ];
}

function headingOf({ label, phase }: Step, number: number): string {
  return comment(phase === 'setup' ? `set-up: ${label}` : `${number}. ${label}`);
}

/**
 * - `run`: this process sent the requests, so the script sends them to the same addresses.
 * - `file`: a file says who was sent what. The script sends keys only to the address that its user chooses: `sendTo`, or
 *   `CONFORMANCE_BASE_URL` if it is absent.
 */
export type ScriptSource =
  | { readonly type: 'run' }
  | { readonly type: 'file'; readonly sendTo?: string | undefined };

type Server = Pick<TargetSummary, 'baseUrl' | 'kind' | 'fault'>;

/**
 * The conversation of a finding as a POSIX shell script. Credentials come from the environment variables that it names.
 * Ids are taken from the server's responses, and keys of requests are new, so that the script can be tried on another server,
 * and again on the same.
 *
 * @param section of the interface document that contains the requirement.
 */
export function curlScript(
  finding: Omit<Finding, 'curl'>,
  server: Server,
  section: string,
  source: ScriptSource = { type: 'run' },
): string {
  const { steps } = finding;
  const { baseUrl } = server;
  const exchanges = steps.flatMap((step) => step.exchanges);
  const taken = takenValues(exchanges);
  const brought = [...taken.values()].flat();
  const fresh = freshValues(exchanges, brought);
  const values = [...brought, ...fresh];
  const place = {
    baseUrl,
    atTarget: cutAt(values, 'inserted'),
    elsewhere: cutAt(values, source.type === 'run' ? 'inserted' : 'kept'),
  };
  const lines: string[] = [];
  let number = 0;
  for (const step of steps) {
    if (step.phase === 'step') number += 1;
    lines.push('', headingOf(step, number));
    if (step.believed !== undefined) lines.push(comment(`expected state before this step: ${step.believed}`));
    for (const each of step.exchanges) lines.push(...exchangeLines(each, place, taken.get(each) ?? []));
    lines.push(...step.deliveries.map(webhookLine));
  }
  return [
    '#!/bin/sh',
    comment(`${finding.requirement}, ${finding.level}, section "${section}" of the interface document:`),
    comment(finding.title),
    ...needsOf(lines, source.type === 'run' ? baseUrl : source.sendTo, taken.size > 0),
    ...serverLines(server),
    ...freshLines(fresh.map(({ name }) => name)),
    ...lines,
    '',
    comment(`expected: ${finding.expected}`),
    comment(`actual:   ${finding.actual}`),
    '',
  ].join('\n');
}
