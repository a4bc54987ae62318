import { expect, test } from 'vitest';
import { type BusinessState, emptyState } from '../../state/business-state.ts';
import { personRules } from './rules.ts';

const personId = 'person';
const compInfo = { type: 'net', frequency: 'monthly', employmentModel: 'eor' };
const jobInfo = { title: 'Analyst', entityId: 'd35f6e4c-bfd7-41f8-8c9b-7e5a3d8f2be9' };
const state: BusinessState = {
  ...emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' }),
  persons: [{ id: personId, businessId: 'business', person: { id: personId, compInfo, jobInfo } }],
};

test('what the body of jobInfo does not have stays as it was', () => {
  const input = { compInfo: { type: 'gross' }, jobInfo: { title: 'Lead' } };
  const { state: after, events } = personRules.setJobInfo(state, { personId, input }, 0);
  const shown = {
    compInfo: { type: 'gross', employmentModel: 'eor' },
    jobInfo: { title: 'Lead', entityId: jobInfo.entityId },
  };
  expect(after.persons[0]?.person).toEqual({ id: personId, ...shown });
  expect(events).toEqual([{ eventType: 'person.jobinfo.updated', data: { id: personId, ...shown } }]);
});

test('and nothing is made up that was not there', () => {
  const persons = [{ id: personId, businessId: 'business', person: { id: personId } }];
  const input = { compInfo: { type: 'gross' }, jobInfo: { title: 'Lead' } };
  const { state: after } = personRules.setJobInfo({ ...state, persons }, { personId, input }, 0);
  expect(after.persons[0]?.person).toStrictEqual({ id: personId, ...input });
});
