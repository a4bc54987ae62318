/** Preloaded into a process that is to be watched: writes down the address of every module that it loads. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const loaded = new Set<string>();

registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});

process.on('exit', () => {
  const { LOADED_MODULES: file } = process.env;
  if (file !== undefined) writeFileSync(file, JSON.stringify([...loaded]));
});
