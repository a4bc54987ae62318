/** Judges the traffic of pages in end-to-end tests of another project: `workforce-conformance/playwright`. */
import './node-version.ts';
import type {
  BrowserContext,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  Request,
  Response,
  TestType,
} from '@playwright/test';
import { ConformanceError } from '../conformance/engine/errors.ts';
import { textOf } from '../conformance/http/reception.ts';
import { type ReceivedWebhook, recordDelivery } from '../conformance/traffic/judged-fetch.ts';
import { type ObservedExchange, saysAll } from '../conformance/traffic/observation.ts';
import { mostJudgedBytes } from '../conformance/traffic/passing-body.ts';
import { realTime } from '../conformance/traffic/record.ts';
import { type JudgeOptions, TestJudge } from './test-judge.ts';

export type { ReceivedWebhook } from '../conformance/traffic/judged-fetch.ts';
export type { JudgeOptions } from './test-judge.ts';

const readable = (bytes: Buffer | undefined) => {
  try {
    return bytes === undefined || bytes.length > mostJudgedBytes ? undefined : textOf([bytes], undefined);
  } catch {
    return undefined;
  }
};

/** A browser forgets bodies when its page goes elsewhere. */
const bodyOf = (response: Response) => response.body().catch(() => undefined);

/** Whether a response came over the network, and not from a cache or from a `route` of the test. */
async function isOfServer(response: Response): Promise<boolean> {
  const { responseBodySize, responseHeadersSize } = await response.request().sizes();
  return (await response.serverAddr()) !== null && responseBodySize + responseHeadersSize !== 0;
}

const known = (body: string | undefined) => (body === undefined ? {} : { body });

/** @returns undefined where the server has not answered */
async function observe(
  request: Request,
  times: Pick<ObservedExchange, 'startedAt' | 'endedAt'>,
  baseUrl: string,
): Promise<ObservedExchange | undefined> {
  const response = await request.response();
  if (response === null || !(await isOfServer(response))) return undefined;
  const [method, status] = [request.method(), response.status()];
  const headers = await request.allHeaders();
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false;
  return {
    ...times,
    request: {
      method,
      path: request.url().slice(baseUrl.length).replace(/#.*$/, ''),
      headers,
      ...known(isForm ? undefined : (request.postData() ?? undefined)),
    },
    response: {
      status,
      headers: await response.allHeaders(),
      ...known(saysAll(method, status) ? readable(await bodyOf(response)) : undefined),
    },
  };
}

/** Waits until all that a context has ended by now is read. */
type Settled = () => Promise<void>;

function follow(context: BrowserContext, { baseUrl, record }: TestJudge): Settled {
  const starts = new WeakMap<Request, number>();
  const reads = new Set<Promise<unknown>>();
  context.on('request', (request) => {
    if (request.url().startsWith(`${baseUrl}/`)) starts.set(request, realTime());
  });
  context.on('requestfinished', (request) => {
    const startedAt = starts.get(request);
    if (startedAt === undefined) return;
    // Responses are lost when a context closes.
    const read = observe(request, { startedAt, endedAt: realTime() }, baseUrl).catch(() => undefined);
    record.exchange(read);
    reads.add(read);
  });
  return async () => {
    await Promise.all(reads);
  };
}

/** The judge of a test. It follows the fixtures `context` and `page`. */
export interface PlaywrightJudge {
  /**
   * Follows a context that the test made itself.
   *
   * @returns to be awaited before the context is closed: responses that are still being read by then are not judged
   */
  follow(context: BrowserContext): Settled;
  /**
   * Adds a webhook that the test received.
   *
   * @param answered status that the receiver responded with. @defaultValue 200
   */
  delivery(received: globalThis.Request | ReceivedWebhook, answered?: number): void;
}

/** The fixtures of {@link withConformance}. */
export interface ConformanceFixtures {
  /** The service that is judged, and the options: an option, for `use` of the configuration, or a fixture of your own. */
  readonly conformance: JudgeOptions | undefined;
  readonly judged: PlaywrightJudge;
}

type Tests = PlaywrightTestArgs & PlaywrightTestOptions;
type Workers = PlaywrightWorkerArgs & PlaywrightWorkerOptions;

const withoutAddress =
  'It is not known which service is judged: give its address in the Playwright configuration, use: { conformance: { baseUrl: "http://127.0.0.1:4010" } }';

const extend = (test: TestType<Tests, Workers>) =>
  test.extend<ConformanceFixtures>({
    conformance: [undefined, { option: true }],
    judged: async ({ conformance }, use) => {
      if (conformance === undefined) throw new ConformanceError('CONFIGURATION_INVALID', withoutAddress);
      const judge = new TestJudge(conformance);
      await use({
        follow: (context) => follow(context, judge),
        delivery: (received, answered = 200) => recordDelivery(received, answered, judge.record),
      });
      await judge.check();
    },
    context: async ({ context, judged }, use) => {
      const settled = judged.follow(context);
      await use(context);
      await settled();
    },
  });

/**
 * Extends a `test` of Playwright: the requests of a test's pages to the service are judged, and the test fails at its
 * end, with the conversation, when a documented requirement was broken.
 *
 * @example
 * // playwright.config.ts: use: { conformance: { baseUrl: 'http://127.0.0.1:4010' } }
 * import { test as base } from '@playwright/test';
 * export const test = withConformance(base);
 */
export function withConformance<T extends Tests, W extends Workers>(
  test: TestType<T, W>,
): TestType<T & ConformanceFixtures, W> {
  // Our fixtures do not depend on the others.
  const extended = extend(test as unknown as TestType<Tests, Workers>);
  return extended as unknown as TestType<T & ConformanceFixtures, W>;
}
