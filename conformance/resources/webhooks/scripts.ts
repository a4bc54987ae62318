/** The responses of a receiver to the attempts of one delivery: a script. */
import fc from 'fast-check';
import type { ScriptedAnswer } from '../../webhooks/receiver.ts';

export interface Script {
  /** What the first attempts are answered with, which acknowledges none of them. */
  readonly refusals: readonly Refusal[];
  /** What every further attempt is answered with. */
  readonly atLast: Acknowledgement;
}

/** The first ones are the simplest. `closes`: the connection is closed without an answer. */
export const refusals = [
  '500',
  '404',
  '302',
  '400',
  '401',
  '403',
  '409',
  '410',
  '413',
  '418',
  '422',
  '429',
  '451',
  '501',
  '502',
  '503',
  '504',
  '599',
  '300',
  '301',
  '303',
  '304',
  '307',
  '308',
  'closes',
  'slowly 500',
  'slowly 307',
  '500 saying ok',
] as const;
/** `hangs`: it costs as much time of our own as the target gives a receiver, so it is not among those. */
export type Refusal = (typeof refusals)[number] | 'hangs';

export const acknowledgements = [
  '200',
  '204',
  '201',
  '202',
  '203',
  '206',
  '226',
  '299',
  'slowly 200',
  '200 saying failed',
  '201 with Location',
] as const;
export type Acknowledgement = (typeof acknowledgements)[number];

/**
 * The answer to an attempt.
 *
 * @param elsewhere an address that nothing may be sent to, which redirects point to.
 */
export function answerOf(said: Refusal | Acknowledgement, elsewhere: string): ScriptedAnswer {
  if (said === 'closes') return 'close';
  if (said === 'hangs') return 'hang';
  const [, slow, digits] = /^(slowly )?(\d+)/.exec(said) ?? [];
  const status = Number(digits);
  const located = (status > 300 && status < 400 && status !== 304) || said === '201 with Location';
  return {
    status,
    ...(located && { headers: { location: elsewhere } }),
    ...(slow !== undefined && { slowly: true, body: 'a while' }),
    ...(said === '500 saying ok' && { body: '{"status":"ok"}' }),
    ...(said === '200 saying failed' && { body: '{"status":"failed"}' }),
  };
}

/** The response to the attempt that comes after a number of others. */
export const lineOf = ({ refusals: first, atLast }: Script, made: number) => first[made] ?? atLast;

/** Such as `500 (8 times), then 200`. */
export function showScript({ refusals: first, atLast }: Script): string {
  const runs: { readonly said: Refusal; times: number }[] = [];
  for (const said of first) {
    const last = runs.at(-1);
    if (last?.said === said) last.times += 1;
    else runs.push({ said, times: 1 });
  }
  const shown = runs.map(({ said, times }) => (times === 1 ? said : `${said} (${times} times)`));
  return [...shown, `${shown.length > 0 ? 'then ' : ''}${atLast}`].join(', ');
}

export const acknowledging: Script = { refusals: [], atLast: '200' };

const refusal = fc.constantFrom(...refusals);

export const scripts: fc.Arbitrary<Script> = fc.record({
  refusals: fc.oneof(
    { weight: 4, arbitrary: fc.array(refusal, { maxLength: 3 }) },
    // More attempts than the schedule has, so it is given up.
    { weight: 1, arbitrary: fc.array(refusal, { minLength: 8, maxLength: 8 }) },
  ),
  atLast: fc.constantFrom(...acknowledgements),
});
