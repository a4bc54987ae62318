/** Other users of the machine may be able to write into a report folder. */
import { lstatSync } from 'node:fs';
import { refuse } from '../../config/refuse.ts';

/**
 * A link that somebody planted would lead a write to another file.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there is anything but a file at the path
 */
export function refusePlanted(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw refuse(
      `${path} is not a file but a link or folder: remove it, or choose another folder with --out`,
    );
}
