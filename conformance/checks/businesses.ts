/** Section "Businesses and platform" of the interface document. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { businessInput, createBusiness, platformCaller } from '../actions/tenant.ts';
import { type Check, example, property } from '../engine/check.ts';
import type { Scenario } from '../engine/scenario.ts';

/** Counts the different businesses that success answers name; a refusal of a repetition creates none. */
function requireOneBusiness(
  scenario: Scenario,
  requirement: RequirementId,
  answers: readonly { readonly status: number; readonly json: unknown }[],
): void {
  const ids = answers.flatMap(({ status, json }) =>
    status >= 200 && status < 300 ? [(json as { businessId?: unknown } | undefined)?.businessId] : [],
  );
  scenario.require(requirement, new Set(ids).size === 1, {
    expected: 'one business for one idempotencyKey',
    actual:
      ids.length === 0 ? 'no request created a business' : `the businesses ${[...new Set(ids)].join(', ')}`,
  });
}

export const businessChecks: readonly Check[] = [
  property({
    id: 'businesses.idempotency',
    title: 'Repeating an idempotencyKey creates no second business',
    covers: ['PLATFORM-001', 'PLATFORM-002', 'PLATFORM-004', 'CONV-001'],
    needs: ['platform-token'],
    arbitrary: () => fc.record({ repetitions: fc.integer({ min: 1, max: 3 }) }),
    runs: () => 3,
    run: async (scenario, { repetitions }) => {
      const body = businessInput();
      const caller = platformCaller(scenario);
      scenario.step('create a business');
      const answers = [await scenario.succeed('createBusiness', caller, { body })];
      for (let count = 0; count < repetitions; count += 1) {
        scenario.step('send the same request again');
        answers.push(await scenario.send('createBusiness', caller, { body }));
      }
      requireOneBusiness(scenario, 'PLATFORM-002', answers);
      scenario.step('create another business with another idempotencyKey');
      const [first, other] = [
        answers[0]?.json,
        (await scenario.succeed('createBusiness', caller, { body: businessInput() })).json,
      ] as { businessId: string; tenantKey: string }[];
      scenario.require(
        'PLATFORM-004',
        first?.businessId !== other?.businessId && first?.tenantKey !== other?.tenantKey,
        {
          expected: 'a business of its own for another idempotencyKey',
          actual: `businessId ${other?.businessId} and tenantKey ${other?.tenantKey} are those of the first`,
        },
      );
    },
  }),
  example({
    id: 'businesses.idempotency-at-once',
    title: 'Requests with one idempotencyKey that arrive together create one business',
    covers: ['PLATFORM-003'],
    needs: ['platform-token'],
    run: async (scenario) => {
      const body = businessInput(randomUUID());
      scenario.step('create a business six times at once with one idempotencyKey');
      const requests = Array.from({ length: 6 }, () =>
        scenario.send('createBusiness', platformCaller(scenario), { body }),
      );
      requireOneBusiness(scenario, 'PLATFORM-003', await Promise.all(requests));
    },
  }),
  example({
    id: 'businesses.tenant-key',
    title: 'The tenantKey of a new business is accepted at once',
    covers: ['PLATFORM-005'],
    needs: ['platform-token'],
    run: async (scenario) => {
      scenario.step('create a business');
      const { caller } = await createBusiness(scenario);
      for (const id of ['listPersons', 'listPayrolls'] as const) {
        scenario.step(`${id} with its tenantKey`);
        const { status } = await scenario.send(id, caller);
        scenario.require('PLATFORM-005', status >= 200 && status < 300, {
          expected: 'a success status',
          actual: String(status),
        });
      }
    },
  }),
];
