/** Section "Event list and payloads" of the interface document: contracts, of which only the names of events are shown. */
import { isRecord, itemsOf, textOf } from '../actions/answers.ts';
import { EventLog } from '../actions/event-log.ts';
import { createPerson } from '../actions/payroll.ts';
import { openTenant } from '../actions/tenant.ts';
import { type Check, example } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';

/** The status and the signatures that are still missing. */
async function readContract(scenario: Scenario, caller: Caller, contractId: string) {
  const contract = itemsOf(await scenario.succeed('listContracts', caller)).find(
    ({ id }) => id === contractId,
  );
  if (contract === undefined) throw new CaseEnded('The new contract is not listed.');
  const signatures = Array.isArray(contract.signatures) ? contract.signatures.filter(isRecord) : [];
  return {
    status: contract.status,
    unsigned: signatures
      .filter(({ status }) => status === 'unsigned')
      .sort((left, right) => Number(left.order) - Number(right.order)),
  };
}

export const contractEventChecks: readonly Check[] = [
  example({
    id: 'events.contracts',
    title: 'Creating and signing a contract and the change of its status are announced',
    covers: ['EVENT-047', 'EVENT-048', 'EVENT-049', 'CONV-004'],
    needs: ['create-person', 'webhooks', 'drain'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const log = await EventLog.open(scenario, tenant);
      scenario.setup('create a person and choose a template');
      const personId = await createPerson(scenario, caller);
      const templates = itemsOf(await scenario.succeed('listContractTemplates', caller));
      const templateId = templates.map(({ id }) => id).find((id) => typeof id === 'string');
      if (templateId === undefined) throw new CaseEnded('There is no contract template.');
      await log.look();
      scenario.step('create a contract');
      const sender = { email: 'ngozi.eze@example.com', name: 'Ngozi Eze' };
      const body = { templateId, personId, sender, suppressNotification: true };
      const contractId = textOf(await scenario.succeed('createContract', caller, { body }), 'id');
      await log.look();
      log.expect({ type: 'contract.created', sent: 'EVENT-047' });
      if (!scenario.has('sign-contract')) return;
      let contract = await readContract(scenario, caller, contractId);
      for (const { id: signatureId } of contract.unsigned) {
        scenario.step('give the next signature');
        await scenario.succeed('signContract', caller, { path: { contractId }, body: { signatureId } });
        await log.look();
        log.expect({ type: 'contract.signed', sent: 'EVENT-048' });
        const { status } = contract;
        contract = await readContract(scenario, caller, contractId);
        if (contract.status === status) continue;
        const announced = log.fresh.some(({ type }) => type === 'contract.status.updated');
        scenario.require('EVENT-049', announced, {
          expected: `contract.status.updated, because ${show(status)} became ${show(contract.status)}`,
          actual: 'no such event',
        });
      }
    },
  }),
];
