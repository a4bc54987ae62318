/** For runtimes of edge networks: takes the surroundings as the body of a request. */
import { runTrials } from './run-trials.ts';
import type { Surroundings } from './trial.ts';

// biome-ignore lint/style/noDefaultExport: it is the form of a Worker
export default {
  fetch: async (request: Request): Promise<Response> => {
    try {
      return new Response(String(await runTrials((await request.json()) as Surroundings)));
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
};
