/** What a verification provider, a reviewer and the people themselves do. */

import type { Service } from '../service/service.ts';
import type { ControlHandlers } from './operations.ts';
import { changeOwner, noContent } from './owner.ts';

export function peopleControls(service: Service) {
  const { rules, environment } = service;
  return {
    completeOffboarding: ({ path }) =>
      noContent(
        changeOwner(service, 'persons', path.personId, (state, now) =>
          rules.persons.completeOffboarding(state, path, now),
        ),
      ),

    setPassword: ({ path }) =>
      noContent(
        changeOwner(service, 'users', path.userId, (state, now) => rules.users.setPassword(state, path, now)),
      ),

    concludeKyc: ({ path, body }) =>
      noContent(
        changeOwner(service, 'users', path.userId, (state, now) =>
          rules.kyc.conclude(state, { ...body, ...path, environment }, now),
        ),
      ),

    decideKyb: ({ path, body }) =>
      noContent(service.change(path.businessId, (state, now) => rules.kyb.decide(state, body, now))),
  } satisfies Partial<ControlHandlers>;
}
