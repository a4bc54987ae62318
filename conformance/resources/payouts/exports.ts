/** What an export of payouts shows, beside the number of its records. */
import type { Query } from '../../provider/cursor.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { platformCaller } from '../../provider/tenant.ts';
import type { Payout } from './actions.ts';

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** An export that shows references shows those beyond ASCII, too. It may have another encoding than UTF-8. */
export function requireReferences(
  scenario: Scenario,
  text: string,
  cells: readonly string[],
  payouts: readonly Payout[],
): void {
  const references = payouts.flatMap(({ reference }) => reference ?? []);
  const shown = new Set(cells.map((cell) => cell.normalize()));
  const showsAny = references.some((each) => isAscii(each) && shown.has(each));
  if (!showsAny || text.includes('\uFFFD')) return;
  const missing = references.filter((each) => !isAscii(each) && !shown.has(each.normalize()));
  const expected = 'the reference of each payout, as the list shows it';
  scenario.require('PAYOUT-016', missing.length === 0, expected, `no ${missing.join(', ')}`);
}

/** The same export without a tenant key has nothing of the business. */
export async function exportElsewhere(
  scenario: Scenario,
  query: Query,
  payouts: readonly Payout[],
): Promise<void> {
  scenario.independentStep('export the same days without a tenant key');
  const { text } = await scenario.send('listPayouts', platformCaller(scenario), { query });
  const shown = payouts.filter(({ id, reference }) =>
    [id, reference].some((each) => each !== undefined && text.includes(each)),
  );
  const expected = 'no payout of the business in the export of the default business';
  scenario.require('AUTH-007', shown.length === 0, expected, `${shown.length} of its payouts`);
}
