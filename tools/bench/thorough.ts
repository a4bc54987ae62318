/** Whether the memory of a thorough run stays small and flat: with the server in the same process, and apart from it. */
import { type Measurement, mean, rounded } from './measurement.ts';
import { type RunningServer, start, startServer } from './process.ts';
import type { WholeRun } from './processes/thorough.ts';

const mostMegabytes = 400;
/** A fall or a rise of the trend up to this is noise of the garbage collector. */
const flatMegabytes = 30;

async function runOn(server?: RunningServer): Promise<WholeRun> {
  const at = server === undefined ? [] : [server.ready.url];
  await using suite = await start<undefined>('thorough', ['thorough', ...at]);
  // The process replies with this type.
  return (await suite.ask('run')) as WholeRun;
}

/** @param isFlat whether the memory of the process must not grow during the run. */
function measured(what: string, { requests, millis, samples }: WholeRun, isFlat: boolean): Measurement[] {
  const most = Math.max(...samples);
  // The first third warms up: code is compiled, and all kinds of checks have their turn.
  const third = Math.ceil(samples.length / 3);
  const trend = mean(samples.slice(-third)) - mean(samples.slice(third, 2 * third));
  return [
    {
      what: `memory of a thorough run ${what}, at most`,
      figure: `${rounded(most)} MB`,
      target: `under ${mostMegabytes} MB`,
      met: most < mostMegabytes,
    },
    {
      what: `memory of a thorough run ${what}, last third against second`,
      figure: `${trend < 0 ? '' : '+'}${trend.toFixed(0)} MB`,
      ...(isFlat && { target: `less than +${flatMegabytes} MB`, met: trend < flatMegabytes }),
    },
    {
      what: `a thorough run ${what}`,
      figure: `${rounded(requests)} requests in ${rounded(millis / 1000)} s`,
    },
  ];
}

export async function measureThorough(): Promise<readonly Measurement[]> {
  await using server = await startServer();
  return [
    ...measured('against a server in another process', await runOn(server), true),
    ...measured('with the embedded server, which keeps all that was created', await runOn(), false),
  ];
}
