/** The lines of a first configuration about the test data that a target accepts and rejects. */
import type { Accepted } from '../../../conformance/engine/survey.ts';
import { show } from '../../../conformance/provider/response.ts';
import { comment, indented, literal, property, type Source, source } from '../../discovery/source-text.ts';

const names = ['country', 'currency', 'phoneNumber', 'address', 'bank'] as const;

/** None if nothing was rejected. */
export function dataLines({ values, refused }: Pick<Accepted, 'values' | 'refused'>): readonly Source[] {
  if (refused.length === 0) return [];
  const comments = refused.map(({ values: tried, operation, status, said }) => {
    const answer = `${operation} returned ${status} with ${show(said)}`;
    // The other values follow from the country.
    const different = names.slice(0, 3).filter((name) => literal(tried[name]) !== literal(values[name]));
    const changed = different.map((name) => `${name}: ${literal(tried[name])}`);
    return different.length === 0
      ? comment(`Still rejected: ${answer}. Try other values for identity, amounts or requests.`)
      : comment(`${changed.join(', ')} was rejected: ${answer}`);
  });
  return indented([
    source`// Test data of requests: the values that worked best, and those that were rejected.`,
    source`data: {`,
    ...indented([
      ...names.map((name) => source`${property(name)}: ${literal(values[name])},`),
      ...new Set(comments),
    ]),
    source`},`,
  ]);
}
