/** The templates that every business has. The document shows how one looks and none of its texts. */

import type { BusinessRecord } from '../../state/records/businesses.ts';
import type { Schemas } from '../../state/schemas.ts';
import { derivedId } from '../../state/values.ts';

type Template = Schemas['ContractTemplate'];

/** Unix seconds of 2026-01-01; templates never change. */
const writtenAt = 1_767_225_600;

const countries = [
  ['CO', 'Colombia'],
  ['GB', 'the United Kingdom'],
  ['KE', 'Kenya'],
  ['NG', 'Nigeria'],
  ['US', 'the United States'],
] as const;

const variables: readonly Schemas['ContractTemplateVariable'][] = [
  {
    name: 'employeeName',
    label: 'Employee name',
    ref: 'person.fullName',
    type: 'string',
    description: 'Full name of the employee.',
    isRequired: true,
  },
  {
    name: 'jobTitle',
    label: 'Job title',
    ref: 'person.jobInfo.title',
    type: 'string',
    description: 'Title of the position.',
    isRequired: false,
  },
  {
    name: 'startDate',
    label: 'Start date',
    ref: 'person.jobInfo.startDate',
    type: 'date',
    description: 'First day of work.',
    isRequired: false,
  },
];

/** The templates of a business, always the same ones with the same ids (section "Contract template"). */
export function templatesOf({ id, tenantKey }: BusinessRecord): Template[] {
  return countries.map(([country, place]) => ({
    id: derivedId(`${id}/contract-template/${country}`),
    createdTimestamp: writtenAt,
    lastUpdatedTimestamp: writtenAt,
    personType: 'employee',
    type: 'regular',
    country,
    name: `Employment contract for ${place}`,
    templateString: '<p>{{employeeName}} joins as {{jobTitle}} on {{startDate}}.</p>',
    tenantKey,
    templateVariables: [...variables],
  }));
}
