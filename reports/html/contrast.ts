/** Shows the difference between expected and actual. */
import { type Change, diffArrays, diffWordsWithSpace } from 'diff';
import { type Html, html } from '../../markup/html.ts';
import { shorten } from '../../markup/visible-text.ts';

/** In characters; the whole text is in results.json. */
const textLimit = 4000;
/** Longer texts take too long to compare word by word. */
const wordLimit = 600;
/** If texts share less than this, marking differences does not help. */
const leastShared = 0.3;
/** Longer texts use a smaller font. */
const longText = 120;

/**
 * Splits text with JSON, complete or cut off, into a line for each member, so that two texts can be compared by lines.
 *
 * @returns undefined if the text contains no object or list with members
 */
export function membersOf(text: string): string[] | undefined {
  const start = text.search(/[{[]\s*["{[]/);
  if (start < 0) return undefined;
  const lines = [text.slice(0, start).trim()];
  let line = '';
  let depth = 0;
  const end = () => {
    if (line.trim() !== '') lines.push(`${'  '.repeat(depth)}${line.trim()}`);
    line = '';
  };
  for (const [token] of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\],]|[^"{}[\],]+/gs)) {
    if (token === '{' || token === '[') {
      line += token;
      end();
      depth += 1;
    } else if (token === '}' || token === ']') {
      end();
      depth = Math.max(0, depth - 1);
      line = token;
    } else if (token === ',') {
      line += token;
      end();
    } else line += token;
  }
  end();
  return lines.filter((each) => each !== '');
}

type Side = 'same' | 'expected' | 'actual';
const signs: Readonly<Record<Side, string>> = { same: ' ', expected: '−', actual: '+' };
const spoken: Readonly<Record<Side, string>> = { same: '', expected: 'expected ', actual: 'actual ' };

function differenceLines(expected: readonly string[], actual: readonly string[]): Html {
  const comma = (line: string) => line.replace(/,$/, '');
  const changes = diffArrays([...expected], [...actual], {
    comparator: (a, b) => comma(a) === comma(b),
  });
  const lines = changes.flatMap(({ added, removed, value }) => {
    const side: Side = added ? 'actual' : removed ? 'expected' : 'same';
    return value.map(
      (line) =>
        html`<span class="${side}"><span class="sign" aria-hidden="true">${signs[side]} </span><span class="unseen">${spoken[side]}</span>${line}</span>\n`,
    );
  });
  return html`<div class="difference"><p><b class="expected"><span aria-hidden="true">−</span> Expected</b> <b class="actual"><span aria-hidden="true">+</span> Actual</b></p>
<pre>${lines}</pre></div>`;
}

/** Treats the space between two different words as different too. */
function joined(changes: readonly Change[]): readonly Change[] {
  return changes.flatMap((change, index) => {
    const isGap = !change.added && !change.removed && change.value.trim() === '';
    const isInside = isGap && index > 0 && index < changes.length - 1;
    if (!isInside) return [change];
    return [
      { ...change, removed: true },
      { ...change, added: true },
    ];
  });
}

/** The words of each side; marks the differences if the texts are similar. */
function words(expected: string, actual: string): readonly [Html, Html] {
  const plain = [html`${expected}`, html`${actual}`] as const;
  if (expected.length > wordLimit || actual.length > wordLimit) return plain;
  const changes = joined(diffWordsWithSpace(expected, actual));
  const shared = changes.reduce(
    (sum, { added, removed, value }) => (added || removed ? sum : sum + value.length),
    0,
  );
  if (2 * shared < leastShared * (expected.length + actual.length)) return plain;
  const side = (own: 'added' | 'removed', leftOut: 'added' | 'removed') => {
    const kept = changes.filter((change) => !change[leftOut]);
    return html`${kept.map((change, index) => {
      if (!change[own]) return change.value;
      // One mark for adjacent differences.
      if (kept[index - 1]?.[own]) return undefined;
      const rest = kept.slice(index);
      const end = rest.findIndex((each) => !each[own]);
      const run = end < 0 ? rest : rest.slice(0, end);
      return html`<mark>${run.map(({ value }) => value).join('')}</mark>`;
    })}`;
  };
  return [side('removed', 'added'), side('added', 'removed')];
}

/** Shows two texts with JSON as one difference by lines, and other texts side by side. */
export function contrast(expected: string, actual: string): Html {
  const [wanted, seen] = [shorten(expected, textLimit), shorten(actual, textLimit)];
  const [wantedLines, seenLines] = [membersOf(wanted), membersOf(seen)];
  if (wantedLines !== undefined && seenLines !== undefined) return differenceLines(wantedLines, seenLines);
  const [left, right] = words(wanted, seen);
  const size = Math.max(wanted.length, seen.length) > longText ? 'against long' : 'against';
  return html`<dl class="${size}"><div class="expected"><dt>Expected</dt><dd>${left}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${right}</dd></div></dl>`;
}
