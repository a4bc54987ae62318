/** Two faults on one server. */

import { type FaultOverrides, overridesOf } from '../../reference-server/fault.ts';
import type { RuleOverrides } from '../../reference-server/service/rules.ts';
import type { Fault } from './fault.ts';

type Area = keyof RuleOverrides;

const areasOf = ({ rules = {} }: FaultOverrides) => Object.keys(rules) as Area[];

/** Rules that an override replaces, as `area.rule`. */
function replacedRules(overrides: FaultOverrides): readonly string[] {
  return areasOf(overrides).flatMap((area) =>
    Object.keys(overrides.rules?.[area] ?? {}).map((rule) => `${area}.${rule}`),
  );
}

const hooks = ['serves', 'request', 'answer', 'wrapStore', 'wrapSend'] as const;

/** Places between server, caller, store and receivers that an override stands at. */
const hooksOf = (overrides: FaultOverrides) => hooks.filter((hook) => overrides[hook] !== undefined);

const placesOf = (overrides: FaultOverrides): readonly string[] => [
  ...replacedRules(overrides),
  ...hooksOf(overrides),
];

/**
 * Where two faults stand in each other's way: a rule that both replace, of which only one would be left, and a hook that
 * both have, where the one would be shown only what the other left.
 *
 * @returns names such as `payrolls.approve` and `answer`; none when both can show on one server
 */
export const collisions = (left: Fault, right: Fault): readonly string[] =>
  collidingPlaces(overridesOf(left), overridesOf(right));

/** The same of overrides. */
export function collidingPlaces(left: FaultOverrides, right: FaultOverrides): readonly string[] {
  const other = placesOf(right);
  return placesOf(left).filter((name) => other.includes(name));
}

/** Rules of both; where an area is in both, the rules of each side are kept. */
function mergeRules(left: RuleOverrides = {}, right: RuleOverrides = {}): RuleOverrides {
  const areas = [...new Set([...Object.keys(left), ...Object.keys(right)])] as Area[];
  // Each area is merged with itself, so that its rules keep their types.
  return Object.fromEntries(areas.map((area) => [area, { ...left[area], ...right[area] }])) as RuleOverrides;
}

/** Applies the one, then the other, when both are there. */
function chain<F>(left: F | undefined, right: F | undefined, both: (left: F, right: F) => F): F | undefined {
  return left !== undefined && right !== undefined ? both(left, right) : (left ?? right);
}

/** Combines two overrides; at hooks that both have, the left one runs first. */
export function mergeOverrides(left: FaultOverrides, right: FaultOverrides): FaultOverrides {
  const request = chain(
    left.request,
    right.request,
    (first, second) => async (value, service) => second(await first(value, service), service),
  );
  const answer = chain(
    left.answer,
    right.answer,
    (first, second) => async (value, operation, asked) =>
      second(await first(value, operation, asked), operation, asked),
  );
  const wrapStore = chain(
    left.wrapStore,
    right.wrapStore,
    (first, second) => (store) => second(first(store)),
  );
  const wrapSend = chain(left.wrapSend, right.wrapSend, (first, second) => (send) => second(first(send)));
  const rules = mergeRules(left.rules, right.rules);
  return {
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(request && { request }),
    ...(answer && { answer }),
    ...(wrapStore && { wrapStore }),
    ...(wrapSend && { wrapSend }),
  };
}

/**
 * A server with both faults.
 *
 * @throws Error when they replace the same rule, of which only one would be left
 */
export function combineFaults(left: Fault, right: Fault): Pick<Fault, 'id' | 'overrides'> {
  const same = new Set(replacedRules(overridesOf(right)));
  const lost = replacedRules(overridesOf(left)).filter((rule) => same.has(rule));
  if (lost.length > 0) {
    throw new Error(`${left.id} and ${right.id} cannot be on one server: both replace ${lost.join(', ')}`);
  }
  return {
    id: `${left.id}+${right.id}`,
    overrides: () => mergeOverrides(overridesOf(left), overridesOf(right)),
  };
}
