/** Colour for a terminal, or none. */
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Whether the terminal wants colour is decided by the caller; nothing here looks at a stream or the environment. */
export function createPaint(color: boolean): Paint {
  if (!color) return (_, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}
