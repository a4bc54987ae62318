/** Reads values from assumed responses, which no schema has judged. */

import type { RequirementId } from '../../openapi/catalogue.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { BaseScenario } from '../engine/scenario.ts';
import { isSuccess } from '../http/is-success.ts';
import { ignoreRefusal } from '../target/controls.ts';
import { type ApiResponse, show } from './response.ts';

export type Answer = Readonly<Record<string, unknown>>;

export const succeeded = ({ status }: ApiResponse) => isSuccess(status);

/** The id of a created resource: in the body, or else at the end of the path in the Location header. */
export function idIn(response: ApiResponse, name: string): string | undefined {
  const value = textIn(response, name);
  if (value !== undefined) return value;
  const { location } = response.headers;
  return location
    ?.split(/[?#]/)[0]
    ?.split('/')
    .findLast((part) => part !== '');
}

/**
 * The id in the response of a creation. If that response is assumed, no schema has judged it.
 *
 * @throws CaseEnded if there is none
 */
export function idOf(response: ApiResponse, operation: string, name = 'id'): string {
  const id = idIn(response, name);
  if (id === undefined) throw new CaseEnded(`${operation} did not return ${name}.`);
  return id;
}

/** The objects of a list; empty if the response is no list. */
export function itemsOf({ json }: Pick<ApiResponse, 'json'>): readonly Answer[] {
  const data = Array.isArray(json) ? json : isRecord(json) ? json.data : undefined;
  return Array.isArray(data) ? data.filter(isRecord) : [];
}

/** Whether a text of a request has an id: in a path it is encoded, in a body it is not. */
export const namesId = (text: string, id: string): boolean =>
  text.includes(id) || text.includes(encodeURIComponent(id));

/** Every object and array in a value, including the value itself. */
export function* within(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) yield* within(part);
}

/**
 * Calls a control that a target may reject, because the document does not say in which states it may be called.
 *
 * @returns whether it was carried out.
 */
export async function attempt(control: () => Promise<unknown>): Promise<boolean> {
  try {
    await control();
    return true;
  } catch (error) {
    ignoreRefusal(error);
    return false;
  }
}

/** Runs a part of a case. If the part ends early, its requirements are not exercised. */
export async function part(
  scenario: Pick<BaseScenario<RequirementId>, 'endedBefore'>,
  about: readonly RequirementId[],
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CaseEnded)) throw error;
    scenario.endedBefore(about, error);
  }
}

/** The id in the response of a creation, if it has one. */
export const idIfAny = (response: ApiResponse): string | undefined =>
  succeeded(response) ? idIn(response, 'id') : undefined;

/** The text in a top-level field of a response; undefined if it is no text. */
export function textIn({ json }: Pick<ApiResponse, 'json'>, name: string): string | undefined {
  const value = (json as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** From 2001 to 2286: ten digits. Timestamps in milliseconds or days have another number of digits. */
const earliest = 1_000_000_000;
const latest = 9_999_999_999;

/** Evaluates a requirement about a timestamp in Unix seconds; the schema judges its type. */
export function requireUnixSeconds(
  scenario: Pick<BaseScenario<RequirementId>, 'require'>,
  requirement: RequirementId,
  name: string,
  value: unknown,
): boolean {
  const holds = typeof value === 'number' && Number.isInteger(value) && value >= earliest && value <= latest;
  return scenario.require(requirement, holds, `${name} in Unix seconds`, show(value));
}
