import { expect, test } from 'vitest';
import { emptyState } from '../../state/business-state.ts';
import { businessRules as rules } from './rules.ts';

const state = emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' });

test('custom fields come and change their names without an event', () => {
  const created = rules.createCustomField(state, { customFieldId: 'field', input: { name: 'Badge' } });
  expect(created.events).toEqual([]);
  const renamed = rules.renameCustomField(created.state, { customFieldId: 'field', input: { name: 'Desk' } });
  expect(renamed.events).toEqual([]);
  expect(renamed.state.customFields).toEqual([{ id: 'field', businessId: 'business', name: 'Desk' }]);
});
