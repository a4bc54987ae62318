import { createServer } from 'node:http';
import { listen } from '../../testing/listen.ts';
import { reportTo } from './parent.ts';

let status = 200;
let count = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    count += 1;
    response.writeHead(status).end();
  });
});
const { url, close } = await listen(server);
reportTo(
  { url: `${url}/hooks` },
  {
    count: () => count,
    answerWith(value) {
      status = Number(value);
    },
    close,
  },
);
