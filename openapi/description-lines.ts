/** Finds the lines of a description file that reports refer to. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** First and last line, counted from 1. */
export type LineRange = readonly [first: number, last: number];

export interface DescriptionLines {
  /** By operation id, including those of webhooks. */
  readonly operations: Readonly<Record<string, LineRange>>;
  /** Webhooks by the type of their event. */
  readonly events: Readonly<Record<string, LineRange>>;
  /** The lines of each `x-requirement` mark, by requirement id, in the order of the file. */
  readonly marks: Readonly<Record<string, readonly LineRange[]>>;
}

/**
 * Finds the lines of operations, webhooks and `x-requirement` marks.
 *
 * @throws Error if the text is neither YAML nor JSON, or has no operation
 */
export function descriptionLines(text: string): DescriptionLines {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(error.message);
  const operations: Record<string, LineRange> = {};
  const events: Record<string, LineRange> = {};
  const marks: Record<string, LineRange[]> = {};

  const lineAt = (offset: number) => counter.linePos(offset).line;
  /** From the key to the last character of the value. */
  const rangeOf = (key: Node, value: Node): LineRange => {
    const first = lineAt(key.range?.[0] ?? 0);
    const end = value.range?.[1] ?? 0;
    // In YAML a block ends where the next one begins.
    const last = counter.linePos(end).col === 1 ? lineAt(end) - 1 : lineAt(end);
    return [first, Math.max(first, last)];
  };
  const textsOf = (node: unknown): string[] => {
    const members = isSeq(node) ? node.items : [node];
    return members.flatMap((member) =>
      isScalar(member) && typeof member.value === 'string' ? [member.value] : [],
    );
  };
  const visit = (node: unknown, range: LineRange, depth: number, inWebhooks: boolean): void => {
    if (isSeq(node)) {
      for (const item of node.items) visit(item, range, depth + 1, inWebhooks);
    }
    if (!isMap(node)) return;
    for (const id of textsOf(node.get('operationId', true))) operations[id] ??= range;
    for (const id of textsOf(node.get('x-requirement', true))) {
      marks[id] ??= [];
      marks[id].push(range);
    }
    for (const { key, value } of node.items) {
      if (!isScalar(key) || !(isMap(value) || isSeq(value))) continue;
      const own = rangeOf(key, value);
      if (inWebhooks && depth === 1) events[String(key.value)] = own;
      visit(value, own, depth + 1, inWebhooks || (depth === 0 && key.value === 'webhooks'));
    }
  };
  visit(document.contents, [1, 1], 0, false);
  if (Object.keys(operations).length === 0) throw new Error('it describes no operation');
  return { operations, events, marks };
}
