/** Redraws lines at the bottom of a terminal, below permanent text. */
import { stripVTControlCharacters } from 'node:util';

const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const eraseToEndOfLine = '\u001b[K';
const eraseBelow = '\u001b[J';

/**
 * Draws over the previous drawing instead of erasing it first, in one write, and only when something has changed, so
 * that nothing flickers.
 */
export class LiveRegion {
  readonly #write: (text: string) => void;
  readonly #columns: () => number;
  #drawn: readonly string[] = [];
  #width = 0;

  /** @param columns the width of the terminal now, which may change between two calls */
  constructor(write: (text: string) => void, columns: () => number) {
    this.#write = write;
    this.#columns = columns;
  }

  /**
   * Moves to the first column of the first line of the region. When a terminal gets narrower it wraps its lines,
   * except, in some terminals, the line of the cursor. So the cursor waits in an empty line below.
   */
  #home(): string {
    const columns = Math.max(1, this.#columns());
    const rows = this.#drawn
      .map((line) => Math.max(1, Math.ceil(stripVTControlCharacters(line).length / columns)))
      .reduce((sum, count) => sum + count, 0);
    return `\r\u001b[${rows}A`;
  }

  /** Draws the lines and, above them, permanent text, which must end with a newline. */
  draw(lines: readonly string[], above = ''): void {
    const same = lines.length === this.#drawn.length && lines.every((line, at) => line === this.#drawn[at]);
    const columns = this.#columns();
    if (above === '' && same && columns === this.#width) return;
    const start = this.#drawn.length === 0 ? hideCursor : this.#home();
    // Erased beforehand, because the end of a line that fills the terminal cannot be erased after it was written.
    const stays = above === '' ? '' : `${eraseBelow}${above}`;
    const body = lines.map((line) => `${line}${eraseToEndOfLine}\n`).join('');
    this.#write(`${start}${stays}${body}${eraseBelow}`);
    this.#drawn = lines;
    this.#width = columns;
  }

  /** Removes the lines and shows the cursor. */
  clear(): void {
    if (this.#drawn.length === 0) return;
    this.#write(`${this.#home()}${eraseBelow}${showCursor}`);
    this.#drawn = [];
  }
}
