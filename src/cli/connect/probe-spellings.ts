/**
 * Finds operations of a target under other usual spellings, and writes nothing: with a key it sends only GET and
 * OPTIONS. It sends other methods only without a key, with a body that no operation accepts, and only if the target is
 * known to reject requests without a key.
 */
import { randomUUID } from 'node:crypto';
import { buildRequest, type Caller, callerHeaders } from '../../../conformance/http/message.ts';
import type { IncomingResponse, Transport } from '../../../conformance/http/transport.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { allOperations, type Operation, type OperationId } from '../../../openapi/description.ts';
import { otherSpellings } from '../../discovery/spellings.ts';

const brokenBody = '{"broken": ';
const nobody = '00000000-0000-4000-8000-000000000000';

/** Patterns in the responses of a target, as far as earlier requests have shown them. */
interface Habits {
  /** Whether it names the methods of a route in `Allow`, and sends no `Allow` for another path. */
  readonly showsMethods: boolean;
  /** Whether it returns 401 without a key on a route, and 404 or 405 elsewhere. */
  readonly refusesByRoute: boolean;
}

class Prober {
  readonly #transport: Transport;
  readonly #caller: Caller;
  readonly #signal: AbortSignal;

  constructor(transport: Transport, caller: Caller, signal: AbortSignal) {
    this.#transport = transport;
    this.#caller = caller;
    this.#signal = signal;
  }

  async methodsOf(path: string): Promise<readonly string[]> {
    const headers = callerHeaders(this.#caller);
    const { status, headers: answered } = await this.#transport.send(
      { method: 'OPTIONS', path, headers },
      this.#signal,
    );
    const allow = status < 400 || status === 405 ? answered.allow : undefined;
    return [allow ?? []]
      .flat()
      .join(',')
      .toUpperCase()
      .split(/[\s,]+/);
  }

  /** Without a key, so that nothing can come of it. */
  async statusForNobody(method: string, path: string): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const body = method === 'GET' ? {} : { body: brokenBody };
    return (await this.#transport.send({ method, path, headers, ...body }, this.#signal)).status;
  }

  read({ id }: Operation, path: string): Promise<IncomingResponse> {
    return this.#transport.send(buildRequest(id, this.#caller, {}, { method: 'get', path }), this.#signal);
  }
}

async function habitsOf(prober: Prober, mayWrite: boolean): Promise<Habits> {
  if (!mayWrite) return { showsMethods: false, refusesByRoute: false };
  const nowhere = `/v1/${randomUUID()}`;
  const person = `/v1/persons/${nobody}`;
  const [shown, notShown] = [await prober.methodsOf('/v1/persons'), await prober.methodsOf(nowhere)];
  const refused = [
    await prober.statusForNobody('GET', '/v1/persons'),
    await prober.statusForNobody('GET', person),
    await prober.statusForNobody('PUT', `${person}/jobInfo`),
  ];
  // For a method that a route does not have, and for paths below a route.
  const unknown = [
    await prober.statusForNobody('POST', nowhere),
    await prober.statusForNobody('POST', `${person}/${randomUUID()}`),
    await prober.statusForNobody('DELETE', '/v1/contract-templates'),
  ];
  return {
    showsMethods: shown.includes('GET') && !shown.includes('DELETE') && !notShown.includes('GET'),
    refusesByRoute:
      refused.every((status) => status === 401) && unknown.every((status) => [404, 405].includes(status)),
  };
}

const isJson = (text: string) => /^\s*[[{]/.test(text);

async function isThere(prober: Prober, habits: Habits, operation: Operation, path: string): Promise<boolean> {
  const method = operation.method.toUpperCase();
  const filled = path.replace(/\{\w+\}/g, nobody);
  if (method === 'GET' && !path.includes('{')) {
    const { status, text } = await prober.read(operation, filled);
    return status === 200 && isJson(text);
  }
  if (habits.showsMethods && (await prober.methodsOf(filled)).includes(method)) return true;
  return habits.refusesByRoute && (await prober.statusForNobody(method, filled)) === 401;
}

/**
 * @returns the path of each assumed operation that is not where the description has it, and is under exactly one other spelling
 * @throws ConformanceError with code `TARGET_UNREACHABLE`
 */
export async function probeSpellings(
  target: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<ReadonlyMap<OperationId, string>> {
  const token = target.credentials.orgToken ?? target.credentials.platformToken;
  const prober = new Prober(transport, token === undefined ? {} : { token }, signal);
  const habits = await habitsOf(prober, accessOf(target) === 'read-write');
  const known = new Set(allOperations.map(({ method, path }) => `${method} ${path}`));
  const found = new Map<OperationId, string>();
  for (const operation of allOperations.filter(({ provenance }) => provenance === 'assumed')) {
    const { id, method, path } = operation;
    const canTell = (method === 'get' && !path.includes('{')) || habits.showsMethods || habits.refusesByRoute;
    if (!canTell || (await isThere(prober, habits, operation, path))) continue;
    const there: string[] = [];
    for (const other of otherSpellings(path)) {
      // A path with another description is not a match.
      if (!known.has(`${method} ${other}`) && (await isThere(prober, habits, operation, other)))
        there.push(other);
    }
    const [only] = there;
    if (only !== undefined && there.length === 1 && ![...found.values()].includes(only)) found.set(id, only);
  }
  return found;
}
