import { expect, test } from 'vitest';
import type { Schemas } from '../../state/schemas.ts';
import { residenceOf } from './rules.ts';

test.each<[address: Schemas['Address'] | undefined, residence: ReturnType<typeof residenceOf>]>([
  [undefined, {}],
  [{}, {}],
  [{ countryCode: 'US' }, { countryCode: 'US' }],
  [
    { countryCode: 'US', state: 'NY', city: 'New York' },
    { countryCode: 'US', state: 'NY' },
  ],
  [{ state: 'NY' }, {}],
  [{ countryCode: 'us', state: 'NY' }, {}],
  [{ countryCode: 'USA', state: 'NY' }, {}],
  [{ countryCode: 'AUS', state: 'NY' }, {}],
])('who lives at %j is taxed at %j', (address, residence) => {
  expect(residenceOf({ person: { ...(address && { address }) } })).toEqual(residence);
});
