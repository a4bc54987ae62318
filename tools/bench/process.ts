import { fork } from 'node:child_process';
import type { ReferenceServer } from '../../reference-server/server.ts';

/** A process that a bench works with. */
export interface Running<Ready> extends AsyncDisposable {
  readonly ready: Ready;
  ask(question: string, value?: unknown): Promise<unknown>;
}

/**
 * @param name a file of `processes/`
 * @param flags of Node.js
 */
export async function start<Ready>(
  name: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Running<Ready>> {
  const child = fork(new URL(`./processes/${name}.ts`, import.meta.url), args, { execArgv: [...flags] });
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      const onExit = () => reject(new Error(`The process ${name} has ended`));
      child.once('exit', onExit);
      child.once('message', (message: { answer?: unknown }) => {
        child.off('exit', onExit);
        resolve(message.answer);
      });
    });
  const ask = (question: string, value?: unknown) => {
    const answered = answer();
    child.send([question, value]);
    return answered;
  };
  // The functions below declare the type of each process's reply.
  const ready = (await answer()) as Ready;
  return {
    ready,
    ask,
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      await ask('close');
      await gone;
    },
  };
}

export type RunningServer = Running<Pick<ReferenceServer, 'url' | 'keys' | 'businesses'>>;

/**
 * @param state a state file; without it the state is in memory.
 * @param watchedBy the observers of its requests; none unless given.
 */
export const startServer = (state = '', watchedBy?: 'metrics' | 'log-and-metrics'): Promise<RunningServer> =>
  start('reference-server', watchedBy === undefined ? [state] : [state, watchedBy]);

/** A receiver that counts its deliveries and returns only a status. */
export const startReceiver = (): Promise<Running<{ url: string }>> => start('receiver');

/** @param payrolls the body that it answers to GET /v1/payrolls. */
export const startPrism = (payrolls: unknown): Promise<Running<{ url: string }>> =>
  start('prism', [JSON.stringify(payrolls)]);

/** An answer as it goes over the wire. */
export interface WholeAnswer {
  /** Names and values in turn, without those that every server of Node.js adds by itself. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** A server of node:http alone, which answers everything with the same. */
export const startBareServer = (answer: WholeAnswer): Promise<Running<{ url: string }>> =>
  start('bare-server', [JSON.stringify(answer)]);

/**
 * Three proxies that forward everything to a server: `conformance watch`, Prism, and a proxy of node:http that judges
 * nothing.
 */
export const startProxy = (
  name: 'watch' | 'prism-proxy' | 'bare-proxy',
  server: string,
): Promise<Running<{ url: string }>> => start(name, [server]);

/** A process in which the contract checks can be run. */
export const startSuite = (): Promise<Running<undefined>> => start('suite');
