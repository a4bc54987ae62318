/** The least that a server can do: the same answer to every request. */
import { createServer } from 'node:http';
import { keepMemorySmall } from '../../../reference-server/memory.ts';
import { listen } from '../../testing/listen.ts';
import type { WholeAnswer } from '../process.ts';
import { reportTo } from './parent.ts';

// Passed by the bench.
const { headers, body } = JSON.parse(process.argv[2] ?? '') as WholeAnswer;
const bytes = Buffer.from(body);
const server = createServer((_, response) => {
  response.writeHead(200, [...headers]);
  response.end(bytes);
});
const { url, close } = await listen(server);
// As the server that it is compared with does.
keepMemorySmall();
reportTo({ url }, { cpu: () => process.cpuUsage(), close });
