/** Prism as a validating proxy, in a process of its own. */
import { createServer } from 'node:http';
import { createSingleProcessPrism } from '@stoplight/prism-cli/dist/util/createServer.js';
import openapi from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { listen } from '../../testing/listen.ts';
import { reportTo } from './parent.ts';

/** Prism does not tell which port it has taken. */
async function findPort(): Promise<number> {
  const { url, close } = await listen(createServer());
  close();
  return Number(new URL(url).port);
}

const [host, port] = ['127.0.0.1', await findPort()];
const options = {
  ...{ upstream: new URL(process.argv[2] ?? ''), validateRequest: true, upstreamProxy: undefined },
  // The type is a file path, but Prism also accepts the description itself.
  document: structuredClone(openapi) as unknown as string,
  ...{ host, port, cors: true, multiprocess: false, errors: false, verboseLevel: 'silent' },
  ...{ dynamic: false, ignoreExamples: false, seed: '1', jsonSchemaFakerFillProperties: false },
};
const server = await createSingleProcessPrism(options);
if (server === undefined) throw new Error('Prism did not start');
// Its logger keeps the process open.
reportTo(
  { url: `http://${host}:${port}` },
  { cpu: () => process.cpuUsage(), close: () => setImmediate(() => process.exit()) },
);
