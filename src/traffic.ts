/** Judges the traffic of a `fetch` in tests of another project: `workforce-conformance/traffic`. */
import './node-version.ts';
import { type ReceivedWebhook, recordDelivery, recordFetch } from '../conformance/traffic/judged-fetch.ts';
import { type Judged, type JudgeOptions, TestJudge } from './test-judge.ts';

export type { ReceivedWebhook } from '../conformance/traffic/judged-fetch.ts';
export { RequirementBroken } from './requirement-broken.ts';
export type { Judged, JudgeOptions } from './test-judge.ts';

/** A `fetch` that does the same as the wrapped one, and remembers its traffic until it is checked. */
export type JudgedFetch = typeof fetch &
  AsyncDisposable & {
    /**
     * Adds a webhook that the test received. A request has to be given before its body is read, and can be read afterwards.
     *
     * @param answered status that the receiver responded with. @defaultValue 200
     */
    delivery(received: Request | ReceivedWebhook, answered?: number): void;
    /**
     * Judges the traffic since the last check, and forgets it: a test knows nothing of the one before. Its end, `await
     * using`, checks as well.
     *
     * @throws RequirementBroken when a documented requirement was broken, with the conversation that shows it
     */
    check(): Promise<Judged>;
  };

/**
 * Wraps a `fetch`, so that a test fails when the service breaks a rule of the interface, even one that the test does not look at.
 *
 * @throws ConformanceError when the address is none
 *
 * @example
 * const judged = withConformance(fetch, { baseUrl });
 * const client = createClient({ baseUrl, token, fetch: judged });
 * afterEach(() => judged.check());
 */
export function withConformance(inner: typeof fetch, options: JudgeOptions): JudgedFetch {
  const judge = new TestJudge(options);
  const check = () => judge.check();
  return Object.assign(recordFetch(inner, judge.baseUrl, judge.record), {
    delivery: (received: Request | ReceivedWebhook, answered = 200) =>
      recordDelivery(received, answered, judge.record),
    check,
    [Symbol.asyncDispose]: async () => {
      await check();
    },
  });
}
