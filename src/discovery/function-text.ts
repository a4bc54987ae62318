/** Writes an operation of an adapter as a function, if other names are not enough. */
import type { Draft } from './draft.ts';
import { key, literal, quote } from './literal.ts';
import type { Shape } from './shape.ts';

const inside = (shape: Shape): Shape => (shape.items === undefined ? shape : inside(shape.items));

/** The path as a template, with the values of the request. */
const templateOf = (path: string, { wanted, function: own }: Draft) =>
  `\`${path.replace(/[`\\$]/g, '').replace(/\{([^}]+)\}/g, (_, name: string) => {
    if (wanted.pathParameters.includes(name)) return `\${path.${name}}`;
    return own?.fromBody.includes(name) === true ? `\${body.${name}}` : `\${${quote(`which ${name}?`)}}`;
  })}\``;

/** The fields of one level of our body, each under the name and at the place where theirs has it. */
function fieldsText(shape: Shape, from: string, at: string, draft: Draft): string {
  const { binding, function: own } = draft;
  const [names, lost, flat] = [binding.body ?? {}, own?.lost ?? [], own?.flat ?? []];
  const texts = [...inside(shape).fields].flatMap(([name, field]): string[] => {
    const place = at === '' ? name : `${at}.${name}`;
    if (lost.includes(place)) return [];
    const raised = flat.filter(({ ours }) => ours.startsWith(`${place}.`));
    if (raised.length > 0)
      return raised.map(
        ({ ours, theirs }) => `${key(theirs)}: ${from}.${name}?.${ours.slice(place.length + 1)}`,
      );
    const theirs = names[place] ?? name;
    const isChangedInside = [...Object.keys(names), ...lost].some((each) => each.startsWith(`${place}.`));
    const value = isChangedInside
      ? innerText(field.shape, `${from}.${name}`, place, draft)
      : `${from}.${name}`;
    const parts = theirs.split('.');
    const last = parts.pop() ?? theirs;
    const text = parts.reduceRight((inner, part) => `${key(part)}: { ${inner} }`, `${key(last)}: ${value}`);
    return [text];
  });
  return texts.join(', ');
}

function innerText(shape: Shape, from: string, at: string, draft: Draft): string {
  if (shape.items === undefined) return `${from} && { ${fieldsText(shape, from, at, draft)} }`;
  return `${from}?.map((each) => ({ ${fieldsText(shape, 'each', at, draft)} }))`;
}

function bodyText(draft: Draft): string | undefined {
  const { wanted, binding, function: own } = draft;
  if (own?.file !== undefined) {
    const { content, name, contentType } = own.file;
    const named = name === undefined ? '' : `${key(name)}: form.file.name, `;
    const typed = contentType === undefined ? '' : `${key(contentType)}: form.file.contentType, `;
    return `{ ${named}${typed}${key(content)}: Buffer.from(form.file.content).toString('base64') }`;
  }
  if (wanted.body === undefined || draft.found?.body === undefined) return undefined;
  const constants = Object.entries(binding.constants ?? {}).map(
    ([name, value]) => `${key(name)}: ${literal(value)}`,
  );
  return `{ ${[...constants, fieldsText(wanted.body, 'body', '', draft)].filter(Boolean).join(', ')} }`;
}

/**
 * Our answer, by the names that it has there.
 *
 * @param typed whether the helpers of the package can be imported
 */
function answerText({ binding: { answer = {} }, wanted: { name, reliedOn } }: Draft, typed: boolean): string {
  const located = reliedOn.filter((each) => answer[each] === '@location');
  if (typed && located.length === 0)
    return Object.keys(answer).length === 0
      ? `renamed<${quote(name)}>(answer.json, {})`
      : `renamed<${quote(name)}>(answer.json, ${literal(answer)})`;
  const fields = reliedOn.map((each) => {
    const theirs = answer[each] ?? each;
    if (theirs === '@location')
      return `${each}: ${typed ? 'idFromLocation(answer)' : "answer.headers.location.split('/').at(-1)"}`;
    const place = theirs === '$' ? [] : theirs.split('.');
    return `${each}: answer.json${place.map((part) => `?.[${quote(part)}]`).join('')}`;
  });
  return `{ ${fields.join(', ')} }`;
}

/** The helpers that the text of functions calls. */
export const helpersIn = (text: string): readonly string[] =>
  ['idFromLocation', 'renamed'].filter((name) => new RegExp(`\\b${name}[<(]`).test(text));

export function functionLines(draft: Draft, typed: boolean): string[] {
  const { wanted, binding } = draft;
  const body = bodyText(draft);
  const path = templateOf(binding.path ?? wanted.path, draft);
  const request = [
    `method: ${quote(binding.method ?? wanted.method)}`,
    `path: ${path}`,
    ...(body === undefined ? [] : [`body: ${body}`]),
    ...(binding.key === undefined ? [] : [`key: ${literal(binding.key)}`]),
  ].join(', ');
  const given = ['path', 'body', 'form'].filter((name) => new RegExp(`[{ ]${name}\\.`).test(request));
  const input = given.length === 0 ? '_' : `{ ${given.join(', ')} }`;
  if (wanted.reliedOn.length === 0)
    return [`${wanted.name}: async (${input}, { send }) => {`, `  await send({ ${request} });`, '},'];
  return [
    `${wanted.name}: async (${input}, { send }) => {`,
    `  const answer = await send({ ${request} });`,
    `  return ${answerText(draft, typed)};`,
    '},',
  ];
}
