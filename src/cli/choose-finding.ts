/** Chooses a finding of results, for the commands that repeat one. */
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { visibleLine } from '../../markup/visible-text.ts';
import { suggestion } from '../../openapi/nearest.ts';
import { refuse } from '../config/refuse.ts';

/** A finding by its id, or by its requirement when only one has it. */
export function chooseFinding({ findings }: Results, wanted: string | undefined, file: string): Finding {
  const [first, second] = findings;
  if (first === undefined) throw refuse(`${file} contains no finding`);
  if (wanted === undefined) {
    if (second === undefined) return first;
    const list = findings.map(({ id, title }) => `  ${visibleLine(id)}  ${visibleLine(title)}`).join('\n');
    throw refuse(`${file} contains ${findings.length} findings: name one of them\n${list}`);
  }
  const named = findings.find(({ id }) => id === wanted);
  if (named !== undefined) return named;
  const [only, another] = findings.filter(({ requirement }) => requirement === wanted.toUpperCase());
  if (only !== undefined && another === undefined) return only;
  const ids = findings.map(({ id }) => id);
  throw refuse(
    `${file} contains no finding "${wanted}".${suggestion(wanted, ids)} It contains: ${ids.join(', ')}`,
  );
}
