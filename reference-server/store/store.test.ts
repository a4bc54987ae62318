import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { MemoryStore } from './memory-store.ts';
import { StateFile } from './state-file.ts';
import { describeStore } from './store.suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

describeStore('memory', () => new MemoryStore());
describeStore('file', () => {
  files += 1;
  return new MemoryStore(new StateFile(join(folder, `${files}.db`)));
});
