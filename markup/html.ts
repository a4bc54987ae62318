/** The one way in which text becomes HTML. */
import { visibleText } from './visible-text.ts';

/** Markup that is safe to send as it is. Made by {@link html} only, and by {@link trusted} for our own style and script. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | undefined | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(render).join('');
  return visibleText(String(content)).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * Template tag: everything interpolated is escaped for text and for quoted attributes, except {@link Html}.
 * Lists are joined; undefined leaves nothing.
 */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(parts.map((part, index) => part + render(contents[index])).join(''));
}

/** Our own style sheet and script, which no target has a part in. */
export function trusted(text: string): Html {
  return new Html(text);
}
