import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Creates garbage in a thread until its space for new objects would have grown, and reports the size of that space. */
const inThread = `
  const { parentPort } = require('node:worker_threads');
  const v8 = require('node:v8');
  const kept = [];
  for (let index = 0; index < 3e6; index += 1) kept[index % 3e5] = { index };
  const { space_size } = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  parentPort.postMessage(space_size / 1024 / 1024);
`;

const megabytesOf = async (before: string) => {
  const module = new URL('./modest-memory.ts', import.meta.url).href;
  const script = `
    import { Worker } from 'node:worker_threads';
    import { keepMemoryModest } from ${JSON.stringify(module)};
    ${before}
    new Worker(${JSON.stringify(inThread)}, { eval: true, execArgv: [] }).on('message', (size) => console.log(size));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return Number(stdout);
};

it('the young generation of a thread stays at 16 MB', async () => {
  expect(await megabytesOf('keepMemoryModest();')).toBe(16);
  expect(await megabytesOf('')).toBeGreaterThan(16);
});
