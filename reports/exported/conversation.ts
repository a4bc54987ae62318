/** The conversation of a finding as requests and assertions, which each format of a test writes in its own language. */
import { anySuccess, type Expectation, type Scalar } from '../../conformance/engine/expectation.ts';
import type { Exchange, Finding, Step } from '../../conformance/engine/finding.ts';
import { type Cut, cutAt, type Piece } from '../../conformance/http/curl.ts';
import { isSuccess } from '../../conformance/http/is-success.ts';
import { freshValues, sentIn, type TakenValue, takenValues } from '../../conformance/http/taken-values.ts';
import { visibleLine } from '../../markup/visible-text.ts';
import { findRequirement } from '../../openapi/catalogue.ts';
import { isAsExpected } from './as-expected.ts';

export type Pieces = readonly Piece[];

export type TestBody =
  | { readonly type: 'text'; readonly pieces: Pieces }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array };

export interface TestRequest {
  /** What it is for, in one line. */
  readonly about: string;
  /** Absent for a control, which is not of the documented interface. */
  readonly operation?: string;
  readonly method: string;
  /** Below the base URL, or an address of its own. */
  readonly path: Pieces;
  readonly isBelowBase: boolean;
  readonly headers: readonly (readonly [name: string, value: Pieces])[];
  readonly body?: TestBody;
  readonly captures: readonly TakenValue[];
  /** The statuses that the response must have for the test to go on; absent: any. */
  readonly expects?: Expectation;
}

export interface FindingTest {
  readonly name: string;
  /** What a reader needs to know first, one line each. */
  readonly introduction: readonly string[];
  readonly requests: readonly TestRequest[];
  /** Names of variables that hold a new UUID each. */
  readonly fresh: readonly string[];
  /** Names of the environment variables, without that of the base URL. */
  readonly secrets: readonly string[];
  /** Why no response shows the violation: somebody has to write the last assertion. Absent: the last request shows it. */
  readonly place?: string;
  /** Splits an expected text at the values that earlier responses brought. */
  readonly cut: Cut;
}

export const baseVariable = 'CONFORMANCE_BASE_URL';

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

interface Placed {
  readonly exchange: Exchange;
  readonly step: Step;
}

/** The last exchange whose response is not as expected; -1 if none shows the violation. */
function indexOfViolation(placed: readonly Placed[], expects: Expectation | undefined): number {
  if (expects === undefined) return -1;
  return placed.findLastIndex(({ exchange }) => {
    const { operation, response } = exchange;
    if (operation === undefined || response === undefined) return false;
    if (![undefined, operation].includes(expects.operation)) return false;
    if (expects.resource !== undefined && !sentIn(exchange).includes(expects.resource)) return false;
    const isIt = expects.seen === undefined || expects.seen === response.status;
    return isIt && !isAsExpected(expects, { status: response.status, json: jsonOf(response.body) });
  });
}

/** Bytes as `toExchange` writes them, for `printf %b`. */
const bytesOf = (text: string) =>
  Buffer.from(
    text.replace(/\\(?:r|0([0-7]{3}))/g, (_, octal?: string) =>
      octal === undefined ? '\r' : String.fromCharCode(Number.parseInt(octal, 8)),
    ),
    'latin1',
  );

function bodyOf({ headers, body = '' }: Exchange['request'], cut: Cut): TestBody {
  const isForm = headers['content-type']?.startsWith('multipart/form-data') ?? false;
  return isForm ? { type: 'bytes', bytes: bytesOf(body) } : { type: 'text', pieces: cut(body) };
}

/** Texts of expected values, which earlier responses may have brought. */
const expectedTexts = ({ values = [] }: Expectation = {}): readonly string[] =>
  values.flatMap(({ rule }) =>
    rule.type === 'one-of' || rule.type === 'none-of'
      ? rule.values.filter((each: Scalar) => typeof each === 'string')
      : [],
  );

function introductionOf(finding: Finding): readonly string[] {
  const { requirement, level, title, expected, actual } = finding;
  const section = findRequirement(requirement)?.section;
  return [
    `${requirement} (${level})${section === undefined ? '' : `, section "${section}" of the interface document`}`,
    title,
    `expected: ${expected}`,
    `the run got: ${actual}`,
    'The dates are those of the run; update them if they are too old.',
  ].map(visibleLine);
}

/** Why a finding cannot be shown by its responses alone. */
function whyOpen({ requirement, expects, steps, expected, actual }: Finding): string {
  const isAboutWebhooks =
    expects === undefined &&
    steps.some(({ deliveries }) => deliveries.length > 0) &&
    findRequirement(requirement)?.needs.includes('webhooks') !== false;
  const about = isAboutWebhooks ? 'receive and judge the webhook' : 'judge what the server did';
  return visibleLine(`${about}: expected ${expected}; the run got ${actual}`);
}

const isSame = (one: Exchange['request'], other: Exchange['request'] | undefined) =>
  one.url === other?.url && one.method === other.method && one.body === other.body;

/** Reads, and requests that a server failed to decide, are repeated at once: the last time is the one that counts. */
function withoutRepeats(placed: readonly Placed[]): readonly Placed[] {
  return placed.filter(({ exchange: { request, response } }, index) => {
    const isAgain = isSame(request, placed[index + 1]?.exchange.request);
    return !isAgain || (request.method !== 'GET' && (response?.status ?? 0) < 500);
  });
}

/** A control that only reads, such as a clock, is not needed unless it brings a value. */
const isNeeded =
  (taken: ReadonlyMap<Exchange, unknown>) =>
  ({ exchange }: Placed) =>
    exchange.operation !== undefined || exchange.request.method !== 'GET' || taken.has(exchange);

/** @param baseUrl of the target that the finding is about */
export function testOf(finding: Finding, baseUrl: string): FindingTest {
  const { steps, expects } = finding;
  const all = steps.flatMap((step) => step.exchanges.map((exchange) => ({ exchange, step })));
  const violation = indexOfViolation(all, expects);
  const placed = withoutRepeats(violation < 0 ? all : all.slice(0, violation + 1));
  const exchanges = placed.map(({ exchange }) => exchange);
  const last = violation < 0 ? undefined : exchanges.at(-1);
  // What the asserted response itself brings is no expectation of it.
  const taken = new Map([...takenValues(exchanges, expectedTexts(expects))].filter(([key]) => key !== last));
  const values = [...taken.values()].flat();
  const fresh = freshValues(exchanges, values);
  const known = [...values, ...fresh];
  const cut = cutAt(known, 'inserted');
  const elsewhere = cutAt(known, 'kept');
  const requests = placed.filter(isNeeded(taken)).map(({ exchange, step }): TestRequest => {
    const { operation, request } = exchange;
    const isBelowBase = request.url.startsWith(`${baseUrl}/`);
    const split = isBelowBase ? cut : elsewhere;
    const success = isSuccess(exchange.response?.status ?? 0) ? anySuccess : undefined;
    const expected = exchange === last ? expects : success;
    return {
      about: visibleLine(`${step.phase === 'setup' ? 'set-up: ' : ''}${step.label}`),
      ...(operation !== undefined && { operation }),
      method: request.method,
      path: split(isBelowBase ? request.url.slice(baseUrl.length) : request.url),
      isBelowBase,
      headers: Object.entries(request.headers)
        .filter(([name]) => /^[\w-]+$/.test(name))
        .map(([name, value]) => [name, split(value)]),
      ...(request.body !== undefined && { body: bodyOf(request, split) }),
      captures: taken.get(exchange) ?? [],
      ...(expected && { expects: expected }),
    };
  });
  const names = new Set(known.map(({ name }) => name));
  const used = requests.flatMap(({ path, headers, body }) => [
    ...path,
    ...headers.flatMap(([, value]) => value),
    ...(body?.type === 'text' ? body.pieces : []),
  ]);
  const secrets = used.flatMap((piece) =>
    'variable' in piece && !names.has(piece.variable) ? [piece.variable] : [],
  );
  return {
    name: visibleLine(`${finding.requirement}: ${finding.title}`),
    introduction: introductionOf(finding),
    requests,
    fresh: fresh.map(({ name }) => name),
    secrets: [...new Set(secrets)],
    ...(last === undefined && { place: whyOpen(finding) }),
    cut,
  };
}

/** The statuses as a pattern of the status as a text. */
export const statusPattern = ({ statuses = [] }: Expectation): string | undefined =>
  statuses.length === 0
    ? undefined
    : `^(?:${statuses.map((each) => String(each).replaceAll('X', '[0-9]')).join('|')})$`;
