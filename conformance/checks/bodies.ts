/** Section "Errors" of the interface document: bodies that are not valid. */

import type { RequirementId } from '../../openapi/catalogue.ts';
import { type OperationId, operation } from '../../openapi/description.ts';
import {
  createPayroll,
  createPerson,
  currency,
  dateAfter,
  payrollBody,
  readBalance,
} from '../actions/payroll.ts';
import { businessInput, openTenant, platformCaller } from '../actions/tenant.ts';
import { type Check, example } from '../engine/check.ts';
import { type ApiResponse, type Scenario, show } from '../engine/scenario.ts';
import { bodyViolations } from '../generate/violations.ts';
import type { Caller, OperationInput } from '../http/message.ts';

interface Valid {
  readonly caller: Caller;
  readonly path?: OperationInput['path'];
  readonly body: unknown;
}

function requireInvalid(
  scenario: Scenario,
  requirement: RequirementId,
  { status, json, text }: ApiResponse,
): void {
  const code = (json as { code?: unknown } | undefined)?.code;
  scenario.require(requirement, status === 400 && code === 'invalid_request_body', {
    expected: '400 with the code invalid_request_body',
    actual: `${status} with ${show(json ?? text)}`,
  });
}

/** Sends every violation of a valid body, one at a time, and asks for the documented refusal. */
async function refusesViolations(
  scenario: Scenario,
  id: OperationId,
  requirement: RequirementId,
  valid: Valid,
) {
  const schema = operation(id).requestBody;
  if (schema === undefined) throw new Error(`${id} takes no body`);
  const { caller, path } = valid;
  const input = path === undefined ? {} : { path };
  for (const { path: place, what, body } of bodyViolations(schema, valid.body)) {
    const field = place.join('.');
    scenario.probe(`${id} with ${what} as ${field === '' ? 'the body' : field}`);
    const response = await scenario.send(id, caller, { ...input, body });
    requireInvalid(scenario, requirement, response);
    if (response.status !== 400) continue;
    const { message, params } = response.json as { message?: unknown; params?: unknown };
    scenario.require('ERR-004', /request body provided is not valid/i.test(String(message)), {
      expected: 'a message that says that the request body provided is not valid',
      actual: show(message),
    });
    if (place.length === 0) continue;
    const keys = typeof params === 'object' && params !== null ? Object.keys(params) : [];
    // How a nested field is written in params is not shown; its name has to be in it somewhere.
    const named = keys.some((key) => place.some((part) => !/^\d+$/.test(part) && key.includes(part)));
    scenario.require('ERR-008', named, {
      expected: `an entry in params that names ${field}`,
      actual: params === undefined ? 'no params' : `params ${show(params)}`,
    });
  }
  scenario.probe(`${id} with a body that is not JSON`);
  requireInvalid(
    scenario,
    requirement,
    await scenario.send(id, caller, { ...input, rawBody: '{"broken": ' }),
  );
  scenario.probe(`${id} with a list as the body`);
  requireInvalid(scenario, requirement, await scenario.send(id, caller, { ...input, body: [] }));
}

export const bodyChecks: readonly Check[] = [
  example({
    id: 'bodies.create-business',
    title: 'Creating a business refuses every body that is not valid',
    covers: ['ERR-001', 'ERR-002', 'ERR-003', 'ERR-004', 'ERR-008'],
    needs: ['platform-token'],
    run: (scenario) =>
      refusesViolations(scenario, 'createBusiness', 'ERR-002', {
        caller: platformCaller(scenario),
        body: businessInput(),
      }),
  }),
  example({
    id: 'bodies.save-payroll',
    title: 'Saving a payroll refuses every body that is not valid, and leaves the payroll as it was',
    covers: ['ERR-001', 'ERR-002', 'ERR-003', 'ERR-004', 'ERR-005', 'ERR-008'],
    needs: ['create-payroll', 'create-person'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const personId = await createPerson(scenario, caller);
      const payrollId = await createPayroll(scenario, caller);
      const body = payrollBody(dateAfter(Date.now() / 1_000, 5), [{ personId, salary: 1_000 }]);
      const path = { payrollId };
      const before = await scenario.send('readPayroll', caller, { path });
      await refusesViolations(scenario, 'savePayroll', 'ERR-002', { caller, path, body });
      scenario.step('read the payroll that nothing has saved');
      const after = await scenario.send('readPayroll', caller, { path });
      scenario.require('ERR-005', after.text === before.text, {
        expected: `the payroll as before: ${show(before.json)}`,
        actual: show(after.json),
      });
    },
  }),
  example({
    id: 'bodies.deposit',
    title: 'A sandbox deposit refuses every body that is not valid, and adds nothing',
    covers: ['SANDBOX-002', 'ERR-001', 'ERR-003', 'ERR-004', 'ERR-005', 'ERR-008'],
    needs: ['sandbox'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const readable = scenario.has('list-wallets');
      const before = readable ? await readBalance(scenario, caller) : 0;
      await refusesViolations(scenario, 'createBusinessDeposit', 'SANDBOX-002', {
        caller,
        body: { value: { amount: 5_000, currency }, description: 'Never to arrive' },
      });
      if (!readable) return;
      scenario.step('read the balance');
      const after = await readBalance(scenario, caller);
      scenario.require('ERR-005', after === before, {
        expected: `a balance of ${before}`,
        actual: String(after),
      });
    },
  }),
];
