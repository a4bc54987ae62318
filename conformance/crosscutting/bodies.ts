/** Section "Errors" of the interface document: bodies that are not valid, sent to every operation with a documented body. */
import { allOperations } from '../../openapi/description.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { isSuccess } from '../http/is-success.ts';
import { type Check, example, property } from '../provider/check.ts';
import { show } from '../provider/response.ts';
import type { Scenario } from '../provider/scenario.ts';
import { offeredOf, onOperation } from '../provider/sweep.ts';
import { openTenant } from '../provider/tenant.ts';
import { furnish, resourceNames } from './belongings.ts';
import {
  hasSentValid,
  refusedBodies,
  refusesBody,
  refusesBrokenJson,
  refusesViolations,
  survivesDoubtfulBodies,
} from './refusals.ts';
import { isUnchanged, resourcesIn } from './restless.ts';
import { type OperationSubject, type SubjectCase, subjects } from './subjects.ts';

/** The response of the witness; undefined if there is none, if it shows nothing, or if other cases may change it. */
async function look(
  scenario: Scenario,
  { witness }: OperationSubject,
  { caller, path }: SubjectCase,
): Promise<unknown> {
  if (witness === undefined || !scenario.offers(witness.operation)) return undefined;
  const isAlone = scenario.opensBusinesses;
  if (!isAlone || !scenario.has(...(witness.needs ? [witness.needs] : []))) return undefined;
  const { status, json } = await scenario.send(witness.operation, caller, path === undefined ? {} : { path });
  return isSuccess(status) ? resourcesIn(json) : undefined;
}

/**
 * Sends the valid body itself, with other resources. If the target rejects it for reasons of its own, it may reject
 * an invalid body for the same reasons and name another field.
 */
async function tryValid(scenario: Scenario, subject: OperationSubject): Promise<void> {
  if (subject.acceptable === false) return;
  const { caller, path, body } = await subject.prepare(scenario);
  const { status } = await scenario.send(subject.operation, caller, { ...(path && { path }), body });
  if (status >= 300)
    throw new CaseEnded(`${subject.operation} returned ${status} to the valid body that the check varies.`);
}

/** Sends a request that must be rejected, and reads whether it changed anything. */
async function changesNothing(
  scenario: Scenario,
  subject: OperationSubject,
  send: (ready: SubjectCase) => Promise<void>,
): Promise<void> {
  const ready = await subject.prepare(scenario);
  const before = await look(scenario, subject, ready);
  await send(ready);
  if (before === undefined || hasSentValid(ready)) return;
  scenario.step('read the data that no request should have changed');
  const after = await look(scenario, subject, ready);
  const holds = await isUnchanged(before, after, () => look(scenario, subject, ready));
  scenario.require('ERR-005', holds, `unchanged: ${show(before)}`, show(after));
}

const unchanged = ({ witness }: OperationSubject) => (witness ? (['ERR-005'] as const) : []);

function refusalOf(subject: OperationSubject): Check {
  const { name, title, requirement, needs } = subject;
  return example({
    id: `bodies.${name}`,
    title: `${title} with an invalid body is rejected and changes nothing`,
    covers: [
      ...new Set([requirement, 'ERR-001', 'ERR-003', 'ERR-004', 'ERR-008', 'ERR-010'] as const),
      ...unchanged(subject),
    ],
    needs,
    stateless: [requirement],
    run: async (scenario) => {
      scenario.setup('prepare a valid request');
      await tryValid(scenario, subject);
      await changesNothing(scenario, subject, (ready) => refusesViolations(scenario, subject, ready));
    },
  });
}

/** Separate from the other checks, because Prism never responds to a body that it cannot parse. */
function brokenRefusalOf(subject: OperationSubject): Check {
  const { name, title, operation, requirement, needs } = subject;
  return example({
    id: `bodies.${name}-broken`,
    title: `${title} with a body that is not JSON is rejected and changes nothing`,
    covers: [requirement, 'ERR-001', ...unchanged(subject)],
    needs,
    run: async (scenario) => {
      scenario.setup('prepare a valid request');
      await changesNothing(scenario, subject, (ready) =>
        refusesBrokenJson(scenario, operation, requirement, ready),
      );
    },
  });
}

function survivalOf(subject: OperationSubject): Check {
  const { name, title, requirement, needs } = subject;
  return example({
    id: `bodies.${name}-doubtful`,
    title: `${title} with null, empty or loosely typed values succeeds or is rejected`,
    covers: [requirement],
    needs,
    run: async (scenario) => {
      scenario.setup('prepare a valid request');
      await survivesDoubtfulBodies(scenario, subject, await subject.prepare(scenario));
    },
  });
}

/** Subjects whose body refers to no other resource, so that no other rejection than 400 comes first. */
const selfContained = subjects.filter(({ name }) => name === 'create-business' || name === 'deposit');

function generatedRefusalOf(subject: OperationSubject): Check {
  const { name, title, requirement, needs } = subject;
  return property({
    id: `bodies.${name}-near-valid`,
    title: `${title} with a random body that has one wrong field is rejected`,
    covers: [requirement],
    needs,
    arbitrary: () => refusedBodies(subject),
    run: async (scenario, violation) => {
      scenario.setup('prepare a valid request');
      await refusesBody(scenario, subject, await subject.prepare(scenario), violation);
    },
  });
}

/** Documented operations with a body that the document does not show. */
const unshownBodies = allOperations.filter(
  ({ id, provenance, requestBody }) =>
    provenance === 'documented' &&
    requestBody !== undefined &&
    !subjects.some(({ operation }) => operation === id),
);

export const bodyChecks: readonly Check[] = [
  ...subjects.flatMap((subject) => [refusalOf(subject), brokenRefusalOf(subject), survivalOf(subject)]),
  ...selfContained.map(generatedRefusalOf),
  example({
    id: 'bodies.not-json',
    title: 'A body that is not JSON is rejected even by operations whose body the document does not show',
    covers: ['ERR-001', 'ERR-002'],
    needs: [],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const { ids } = await furnish(scenario, tenant, 'none');
      for (const { id, path: template } of offeredOf(scenario, ['ERR-002'], unshownBodies)) {
        const names = resourceNames.filter((name) => template.includes(`{${name}}`));
        await onOperation(scenario, ['ERR-002'], id, async () => {
          // It is not found, whatever the body is.
          const missing = names.find((name) => !ids.has(name));
          if (missing !== undefined) throw new CaseEnded(`No ${missing} for ${id} could be created.`);
          const path = Object.fromEntries(names.map((name) => [name, ids.get(name) ?? '']));
          await refusesBrokenJson(scenario, id, 'ERR-002', { caller, path, body: undefined });
        });
      }
    },
  }),
];
