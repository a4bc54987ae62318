import openapi from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { startMockServer } from '../../../src/mock/mock-server.ts';
import { reportTo } from './parent.ts';

/** The mock's response to GET /v1/payrolls. It is as large as that of the compared server. */
const [answer] = process.argv.slice(2);

const description = structuredClone(openapi);
const content = description.paths['/v1/payrolls'].get.responses['2XX'].content['application/json'];
Object.assign(content, { examples: { measured: { value: JSON.parse(answer ?? '{}') } } });
const server = await startMockServer({ description, port: 0, host: '127.0.0.1', dynamic: false });
// Its logger keeps the process open.
reportTo(
  { url: server.url },
  { cpu: () => process.cpuUsage(), close: () => setImmediate(() => process.exit()) },
);
