/** The text that a person sees in a terminal after it was written to. */
import xterm from '@xterm/headless';

export class Screen {
  readonly #terminal: xterm.Terminal;
  #written = '';

  constructor(columns: number, rows: number) {
    // A newline takes a real terminal to the first column too, as its driver makes it.
    this.#terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true });
  }

  readonly write = (text: string): void => {
    this.#written += text;
    this.#terminal.write(text);
  };

  /** All that was written, with its control sequences. */
  get written(): string {
    return this.#written;
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** The lines that are in view now, without those at the end that are empty. */
  async lines(): Promise<string[]> {
    await new Promise<void>((resolve) => this.#terminal.write('', resolve));
    const { active } = this.#terminal.buffer;
    const lines = Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
    );
    while (lines.at(-1) === '') lines.pop();
    return lines;
  }
}

/** Control characters other than the newline, direction marks, halves of surrogate pairs, and non-characters. */
export function controlsIn(text: string): string[] {
  return [...text].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\n') return false;
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
    return (
      (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || !character.isWellFormed()
    );
  });
}
