/** Writes every request, response and webhook of a run into a HAR file while the run goes on. */
import { closeSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from '../../tool.ts';
import { openNew } from './event-file.ts';

export const exchangeFileName = 'exchanges.har';

export interface ExchangeFile extends Disposable {
  /** @param entry as JSON */
  readonly write: (entry: string) => void;
}

/**
 * Nothing is kept in memory. The end of the file is written when it is disposed of.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when the file cannot be made
 */
export function createExchangeFile(folder: string): ExchangeFile {
  const file = openNew(join(folder, exchangeFileName));
  const { name, version } = tool;
  writeSync(file, `{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"entries":[`);
  let isFirst = true;
  return {
    write(entry) {
      writeSync(file, `${isFirst ? '' : ','}\n${entry}`);
      isFirst = false;
    },
    [Symbol.dispose]() {
      writeSync(file, '\n]}}\n');
      closeSync(file);
    },
  };
}
