/** Whether a recorded response is what a finding expected. */
import type { Expectation, ExpectedType, ValueRule } from '../../conformance/engine/expectation.ts';

/** A response as far as an expectation speaks of it. */
interface Answer {
  readonly status: number;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

const valueAt = (value: unknown, at: readonly string[]) =>
  at.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
        ? (inside as Record<string, unknown>)[key]
        : undefined,
    value,
  );

function isOfType(value: unknown, type: ExpectedType): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
  }
  return type satisfies never;
}

function isAsRuled(value: unknown, rule: ValueRule): boolean {
  switch (rule.type) {
    case 'present':
      return value !== undefined;
    case 'is':
      return rule.of.some((type) => isOfType(value, type));
    case 'within': {
      const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = rule;
      return typeof value === 'number' && value >= least && value <= most;
    }
    case 'one-of':
      return rule.values.some((each) => each === value);
    case 'none-of':
      return !rule.values.some((each) => each === value);
    case 'matches':
      // A stranger's file may bring any pattern, so none is tried: the last response with the value is meant.
      return value === undefined;
  }
  return rule satisfies never;
}

export const isAsExpected = ({ statuses, values = [] }: Expectation, { status, json }: Answer): boolean =>
  (statuses === undefined ||
    statuses.some((each) => each === status || each === `${Math.floor(status / 100)}XX`)) &&
  values.every(({ at, rule, isOptional }) => {
    const value = valueAt(json, at);
    return (isOptional && value === undefined) || isAsRuled(value, rule);
  });
