/** All traits, by a sentence that says how a server with it differs. */
import { blindTraits } from './kinds/blind.ts';
import { httpTraits } from './kinds/http.ts';
import { listTraits } from './kinds/lists.ts';
import { moneyTraits } from './kinds/money.ts';
import { peopleTraits } from './kinds/people.ts';
import { timingTraits } from './kinds/timing.ts';
import { webhookTraits } from './kinds/webhooks.ts';
import type { Trait } from './trait.ts';

export const traits: Readonly<Record<string, Trait>> = {
  ...httpTraits,
  ...listTraits,
  ...peopleTraits,
  ...moneyTraits,
  ...webhookTraits,
  ...timingTraits,
  ...blindTraits,
};
