/** What a verification provider, a reviewer and the people themselves do. */

import type { Service } from '../service/service.ts';
import type { ControlHandlers } from './operations.ts';
import { changeOwner, noContent } from './owner.ts';

export function peopleControls(service: Service) {
  const { rules } = service;
  return {
    completeOffboarding: ({ path }) =>
      noContent(changeOwner(service, 'persons', path.personId, rules.persons.completeOffboarding, path)),

    setPassword: ({ path }) =>
      noContent(changeOwner(service, 'users', path.userId, rules.users.setPassword, path)),

    concludeKyc: ({ path, body }) =>
      noContent(changeOwner(service, 'users', path.userId, rules.kyc.conclude, { ...body, ...path })),

    decideKyb: ({ path, body }) => noContent(service.change(path.businessId, rules.kyb.decide, body)),
  } satisfies Partial<ControlHandlers>;
}
