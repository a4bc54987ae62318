/** Looks into answers that are assumed, which nothing has judged by their schema. */
import type { RequirementId } from '../../openapi/catalogue.ts';
import { ConformanceError } from '../engine/errors.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type ApiResponse, type Scenario, show } from './scenario.ts';

export type Answer = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const succeeded = ({ status }: ApiResponse) => status >= 200 && status <= 299;

/** @throws CaseEnded when the answer has no such text. */
export function textOf({ json }: ApiResponse, name: string): string {
  const value = isRecord(json) ? json[name] : undefined;
  if (typeof value !== 'string') throw new CaseEnded(`An answer that this case relies on has no ${name}.`);
  return value;
}

/** Answers that are assumed are not judged by their schema, so what is taken from them is looked at first. */
export function textAt(response: ApiResponse, name: string, operation: string): string {
  const value = (response.json as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'string') throw new CaseEnded(`${operation} did not answer ${name}.`);
  return value;
}

/** The objects of a list; none when the answer is no list. */
export function itemsOf({ json }: ApiResponse): readonly Answer[] {
  const data = Array.isArray(json) ? json : isRecord(json) ? json.data : undefined;
  return Array.isArray(data) ? data.filter(isRecord) : [];
}

/** Every object and array in a value, itself included. */
export function* within(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) yield* within(part);
}

/**
 * Calls a control that a target may refuse, because the document does not say in which states it may be called.
 *
 * @returns whether it was carried out.
 */
export async function attempt(control: () => Promise<unknown>): Promise<boolean> {
  try {
    await control();
    return true;
  } catch (error) {
    if (error instanceof ConformanceError && error.code === 'CONTROL_FAILED') return false;
    throw error;
  }
}

/** Goes through a part of a case; what it was about is not exercised when there is nothing to go on with. */
export async function part(
  scenario: Scenario,
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

/** The text under a name at the top of an answer, when it is one. */
export function textIn({ json }: Pick<ApiResponse, 'json'>, name: string): string | undefined {
  const value = (json as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** The objects of a list, whatever else the answer is. */
export function itemsIn({ json }: ApiResponse): readonly Readonly<Record<string, unknown>>[] {
  const { data } = (json ?? {}) as { data?: unknown };
  return Array.isArray(data) ? data.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** From 2001 to 2286: ten digits, which neither milliseconds nor days since 1970 have. */
const earliest = 1_000_000_000;
const latest = 9_999_999_999;

/** Evaluates a requirement that calls a timestamp Unix seconds; its type is for the schema to say. */
export function requireUnixSeconds(
  scenario: Scenario,
  requirement: RequirementId,
  name: string,
  value: unknown,
): boolean {
  const holds = typeof value === 'number' && Number.isInteger(value) && value >= earliest && value <= latest;
  return scenario.require(requirement, holds, `${name} in Unix seconds`, show(value));
}
