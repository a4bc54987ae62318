/** The transitions of a state machine, and the rules that each rests on. */
import type * as z from 'zod';
import type { StateMachineSource } from './catalogue-source.ts';

export type StateMachine = z.infer<typeof StateMachineSource>;
export type Transition = StateMachine['transitions'][number];

/** The rules of a transition by what they say of it. */
export interface Roles<Rule extends string> {
  readonly moves: readonly Rule[];
  readonly sends: readonly { readonly rule: Rule }[];
  readonly held: readonly Rule[];
  readonly also: readonly Rule[];
}

/** All rules of a transition, whatever their role. */
export const rulesOf = <Rule extends string>({ moves, sends, held, also }: Roles<Rule>): readonly Rule[] => [
  ...new Set([...moves, ...sends.map(({ rule }) => rule), ...held, ...also]),
];

/** An event of a transition in one word, such as `payroll.status.updated/saved`. */
export const eventOf = ({ event, status }: Transition['sends'][number]): string =>
  status === undefined ? event : `${event}/${status}`;
