/** Finds the field of a JSON body that a file is in. */
import { wordsOf } from './name-words.ts';
import type { Shape } from './shape.ts';

/** The field of a JSON body that a file is in, and those of its name and type. */
export interface FileField {
  readonly content: string;
  readonly name?: string;
  readonly contentType?: string;
}

/** Words of fields that describe the content and are not the content itself. */
const aboutContent = ['type', 'name', 'filename', 'length', 'size', 'hash', 'encoding'];

/** @returns undefined if there is no such field, or more than one */
export function fileIn(shape: Shape | undefined): FileField | undefined {
  const texts = [...(shape?.fields ?? [])].filter(([, field]) => field.shape.type === 'string');
  const wordsIn = texts.map(([name, field]) => ({ name, field, words: wordsOf(name) }));
  const holds = (words: readonly string[], ...wanted: readonly string[]) =>
    wanted.some((word) => words.includes(word));
  const contents = wordsIn.filter(
    ({ field, words }) =>
      ['byte', 'base64', 'binary'].includes(field.shape.format ?? '') ||
      (holds(words, 'content', 'base64', 'data', 'body', 'byte') && !holds(words, ...aboutContent)),
  );
  const [content] = contents;
  if (content === undefined || contents.length > 1) return undefined;
  const others = wordsIn.filter((each) => each !== content);
  const name = others.find(({ words }) => holds(words, 'name', 'filename'))?.name;
  const contentType = others.find(({ words }) => holds(words, 'type', 'mime'))?.name;
  return {
    content: content.name,
    ...(name !== undefined && { name }),
    ...(contentType !== undefined && { contentType }),
  };
}
