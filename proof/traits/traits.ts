/** All traits, by a sentence that says how a server with it differs. */
import { httpTraits } from './kinds/http.ts';
import { listTraits } from './kinds/lists.ts';
import { moneyTraits } from './kinds/money.ts';
import { peopleTraits } from './kinds/people.ts';
import { timingTraits } from './kinds/timing.ts';
import { vendorAnswerTraits } from './kinds/vendor-answers.ts';
import { vendorHttpTraits } from './kinds/vendor-http.ts';
import { vendorMoneyTraits } from './kinds/vendor-money.ts';
import { vendorPeopleTraits } from './kinds/vendor-people.ts';
import { webhookTraits } from './kinds/webhooks.ts';
import type { Trait } from './trait.ts';

export const traits: Readonly<Record<string, Trait>> = {
  ...httpTraits,
  ...listTraits,
  ...peopleTraits,
  ...moneyTraits,
  ...webhookTraits,
  ...timingTraits,
  ...vendorHttpTraits,
  ...vendorPeopleTraits,
  ...vendorMoneyTraits,
  ...vendorAnswerTraits,
};
