/**
 * The cost to validate a response against its schema: validators, the requirements that it is marked with, and their
 * count.
 */
import { Judge } from '../../conformance/engine/judge.ts';
import { Tally } from '../../conformance/engine/tally.ts';
import { type OutgoingRequest, Transport } from '../../conformance/http/transport.ts';
import { allOperations, responseFor, type Schema } from '../../openapi/description.ts';
import { evidenceOf } from '../../openapi/evidence.ts';
import { validate } from '../../openapi/validate.ts';
import { type Measurement, median, rounded } from './measurement.ts';
import { runSuite, type SuiteRun } from './suite-run.ts';

const rounds = 5;
/** For as long as this in each round. */
const turnMillis = 100;

/** An answer that a run has judged. */
interface Judged {
  readonly schema: Schema;
  readonly json: unknown;
  readonly bytes: number;
}

const routes = allOperations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function schemaFor({ method, path }: OutgoingRequest, status: number): Schema | undefined {
  const [place = ''] = path.split('?');
  const route = routes.find(
    ({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(place),
  );
  if (route === undefined || route.operation.provenance === 'assumed') return undefined;
  const response = responseFor(route.operation, status);
  return response?.provenance === 'assumed' ? undefined : response?.schema;
}

/** Keeps the values that a run judges. */
async function judgedBy(run: () => Promise<void>): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  const { send } = Transport.prototype;
  Transport.prototype.send = async function (this: Transport, request, signal) {
    const response = await send.call(this, request, signal);
    const { status, text } = response;
    const schema = schemaFor(request, status);
    if (schema !== undefined && text.startsWith('{'))
      judged.push({ schema, json: JSON.parse(text), bytes: Buffer.byteLength(text) });
    return response;
  };
  try {
    await run();
  } finally {
    Transport.prototype.send = send;
  }
  return judged;
}

/** As the suite does with each answer. */
function judge({ schema, json }: Judged): void {
  const judge = new Judge(new Tally());
  for (const { requirement, violation } of evidenceOf(schema, json))
    judge.require(requirement, violation === undefined, () => ({ expected: '', actual: '' }));
}

/** Microseconds of the processor for one of the answers. */
function microsEach(answers: readonly Judged[], work: (answer: Judged) => void): number {
  const before = process.cpuUsage();
  const begun = performance.now();
  let done = 0;
  while (performance.now() - begun < turnMillis) {
    for (const answer of answers) work(answer);
    done += answers.length;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / done;
}

export async function measureValidation(): Promise<readonly Measurement[]> {
  let judged: readonly Judged[] = [];
  await runSuite(async (_, run) => {
    judged = await judgedBy(run);
  });
  const sorted = judged.toSorted((one, other) => one.bytes - other.bytes);
  const small = sorted[0];
  const middle = sorted[Math.floor(sorted.length / 2)];
  const large = sorted.at(-1);
  if (small === undefined || middle === undefined || large === undefined)
    throw new Error('Nothing was judged');
  const sizes = [
    { name: 'the smallest', answers: [small] },
    { name: 'the median', answers: [middle] },
    { name: 'the largest', answers: [large] },
    { name: 'all', answers: judged },
  ].map((size) => ({ ...size, whole: [] as number[], validators: [] as number[] }));
  const runs: SuiteRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await runSuite());
    for (const { answers, whole, validators } of sizes) {
      validators.push(microsEach(answers, ({ schema, json }) => validate(schema, json)));
      whole.push(microsEach(answers, judge));
    }
  }
  const perRequest = median(runs.map(({ cpuMillis, requests }) => (cpuMillis * 1000) / requests));
  return sizes.map(({ name, answers, whole, validators }) => {
    const [micros, ofValidators] = [median(whole), median(validators)];
    const [{ bytes } = { bytes: 0 }] = answers;
    const what =
      answers.length === 1
        ? `judging ${name} answer, ${rounded(bytes)} bytes`
        : `judging each of the ${rounded(answers.length)} answers of the contract checks`;
    return {
      what,
      figure: `${micros.toFixed(1)} µs, ${ofValidators.toFixed(1)} of them in validators`,
      target: `${((micros / perRequest) * 100).toFixed(1)} % of ${rounded(perRequest)} µs, what a request takes in all`,
    };
  });
}
