/** The parts of benign variants. */
import type { Operations } from '../../conformance/adapter/adapter.ts';
import type { Target } from '../../conformance/target/target.ts';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import { createPayrollRules } from '../../reference-server/resources/payrolls/rules.ts';
import type { ChangeAnswer, ChangeRequest } from './front.ts';

/** A server that differs from the reference server only where the interface document is silent. */
export interface BenignVariant {
  readonly overrides?: FaultOverrides;
  /** Is between the suite and the server and speaks HTTP in another way. */
  readonly front?: { readonly request?: ChangeRequest; readonly answer?: ChangeAnswer };
  /** Ids of the interpretations of which it shows another legal outcome. */
  readonly interpretations?: readonly number[];
  /** Not to be combined with others: only the checks of its own group can be run on it. */
  readonly alone?: true;
  /** Names of its own, and the configuration of the suite for them. */
  readonly operations?: Operations;
  /** The set-up of the target, and the configuration of the suite for it. */
  readonly target?: (target: Target) => Target;
}

/** Variants by a sentence that says how each one differs. */
export interface BenignGroup {
  /** Ids of the checks that can see the differences; the others would only take time. */
  readonly checks: RegExp;
  /** Cases of a model that it takes to see them. @defaultValue 9 */
  readonly modelCases?: number;
  readonly variants: Readonly<Record<string, BenignVariant>>;
}

type Properties = Readonly<Record<string, unknown>>;

/** The properties of a value that should be an object, as it is in every response that a variant changes. */
export const asRecord = (value: unknown): Properties => ({ ...(value ?? {}) });

/** Maps, and blocks that are to be empty: a field more would say something. */
const leaves: readonly string[] = ['metadata', 'fxRates', 'params', 'paymentInfo'];

/** Every object of a value as `change` makes it, the innermost first, but for maps and blocks. */
export function eachObject(value: unknown, change: (object: Properties) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => eachObject(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    leaves.includes(name) ? field : eachObject(field, change),
  ]);
  return change(Object.fromEntries(fields));
}

/** The value with a field more in every object. */
export const withMore = (value: unknown): unknown =>
  eachObject(value, (object) => ({ ...object, extra: 'more' }));

export const payrolls = (
  decisions: Parameters<typeof createPayrollRules>[0],
  interpretations: readonly number[] = [],
): BenignVariant => ({
  interpretations,
  overrides: { rules: { payrolls: createPayrollRules(decisions) } },
});
