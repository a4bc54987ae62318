/** The least that a proxy can do with node:http: it forwards everything in both directions and judges nothing. */
import { Agent, createServer, request } from 'node:http';
import { listen } from '../../testing/listen.ts';
import { reportTo } from './parent.ts';

const upstream = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, response) => {
  const { method, url: path, headers } = incoming;
  const { hostname: host, port } = upstream;
  const outgoing = request({ agent, host, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
});
const { url, close } = await listen(server);
reportTo({ url }, { cpu: () => process.cpuUsage(), close });
