import type { RequirementId } from '../../../openapi/catalogue.ts';
import { countPayslips, listPayrolls, readBalance, readStatus } from '../../actions/payroll.ts';
import { drain } from '../../actions/tenant.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { type Scenario, show } from '../../engine/scenario.ts';
import { envelopeOf, inspectDelivery } from '../../webhooks/inspect.ts';
import type { PayrollBelief, PayrollModel, Phase } from './model.ts';

/** A broken state rule ends the case: what follows would only be its echo. */
export function mustHold(
  scenario: Scenario,
  requirement: RequirementId,
  holds: boolean,
  expected: string,
  actual: string,
): void {
  if (!scenario.require(requirement, holds, { expected, actual })) {
    throw new CaseEnded(`${requirement} was broken earlier in this case.`);
  }
}

/** The requirement that says so when a payroll waits for funds and should not. */
function notWaiting({ phase, route }: PayrollBelief): RequirementId {
  if (phase === 'saved') return 'PAYROLL-020';
  if (route === 'past-date') return 'PAYROLL-035';
  return route === 'waited' ? 'PAYROLL-026' : 'PAYROLL-028';
}

function judgeStatus(scenario: Scenario, payroll: PayrollBelief, status: string): void {
  const { name, phase, route } = payroll;
  const is = `payroll ${name} with the status ${show(status)}`;
  if (phase === 'awaiting-funds') {
    mustHold(scenario, 'PAYROLL-024', status === 'Awaiting Funds', `payroll ${name} in Awaiting Funds`, is);
    return;
  }
  mustHold(
    scenario,
    notWaiting(payroll),
    status !== 'Awaiting Funds',
    `payroll ${name} not to wait for funds`,
    is,
  );
  switch (phase) {
    case 'saved':
      mustHold(scenario, 'PAYROLL-020', status !== 'Completed', `payroll ${name} saved and no further`, is);
      break;
    case 'scheduled':
      mustHold(scenario, 'PAYROLL-030', status !== 'Completed', `payroll ${name} to wait for its date`, is);
      break;
    case 'due':
    case 'processing':
      return;
    case 'completed':
      mustHold(
        scenario,
        route === 'past-date' ? 'PAYROLL-035' : 'PAYROLL-033',
        status === 'Completed',
        `payroll ${name} Completed`,
        is,
      );
      return;
  }
  scenario.require('PAYROLL-041', status.toLowerCase() === phase, { expected: phase, actual: status });
}

/** The words that an event may carry for a payroll in each phase: those of the states that it has entered. */
function allowedEvents({ phase, route }: PayrollBelief): readonly string[] {
  if (phase === 'saved') return ['saved'];
  if (phase === 'awaiting-funds') return ['saved', 'approved'];
  if (phase === 'scheduled') return ['saved', 'approved', 'scheduled'];
  return ['saved', 'approved', 'completed', ...(route === 'past-date' ? [] : ['scheduled', 'processing'])];
}

/** The words that must have been sent, with the requirement that says so. */
function owedEvents({ phase, route }: PayrollBelief): readonly (readonly [string, RequirementId])[] {
  const saved = [['saved', 'PAYROLL-021']] as const;
  // The row of the past date names no event.
  if (phase === 'saved' || route === 'past-date') return saved;
  const approved = [...saved, ['approved', 'PAYROLL-023']] as const;
  if (phase === 'awaiting-funds') return approved;
  const scheduled = [...approved, ['scheduled', route === 'waited' ? 'PAYROLL-027' : 'PAYROLL-029']] as const;
  if (phase !== 'completed') return scheduled;
  return [...scheduled, ['processing', 'PAYROLL-032'], ['completed', 'PAYROLL-034']];
}

/** The ids under which each word was announced for a payroll. */
function announcements(model: PayrollModel, payroll: PayrollBelief): Map<string, Set<unknown>> {
  const words = new Map<string, Set<unknown>>();
  for (const delivery of model.endpoint?.channel.deliveries ?? []) {
    const { eventType, id, data } = envelopeOf(delivery);
    if (eventType !== 'payroll.status.updated' || data?.id !== payroll.id) continue;
    const word = String(data.status);
    words.set(word, (words.get(word) ?? new Set()).add(id));
  }
  return words;
}

/** The requirement that an event for a state breaks that the payroll has not entered. */
function unentered(phase: Phase, word: string): RequirementId {
  if (word === 'processing') return phase === 'scheduled' ? 'PAYROLL-030' : 'PAYROLL-040';
  return phase === 'awaiting-funds' && word !== 'completed' ? 'PAYROLL-025' : 'PAYROLL-040';
}

function judgeEvents(
  scenario: Scenario,
  model: PayrollModel,
  payroll: PayrollBelief,
): ReadonlyMap<string, unknown> {
  const words = announcements(model, payroll);
  const { name, phase } = payroll;
  const allowed = allowedEvents(payroll);
  for (const [word, ids] of words) {
    const holds = allowed.includes(word);
    const wording = [
      `no event of payroll ${name} but ${allowed.join(', ')}`,
      `payroll.status.updated with ${word}`,
    ] as const;
    const requirement = unentered(phase, word);
    mustHold(scenario, requirement, holds, ...wording);
    scenario.require('HOOK-013', ids.size === 1, {
      expected: `${word} of payroll ${name} under one id`,
      actual: `the ids ${[...ids].join(', ')}`,
    });
  }
  for (const [word, requirement] of owedEvents(payroll)) {
    scenario.require(requirement, words.has(word), {
      expected: `payroll.status.updated with ${word} for payroll ${name}`,
      actual: words.size === 0 ? 'no event' : `only ${[...words.keys()].join(', ')}`,
    });
  }
  return words;
}

function inspectNew(scenario: Scenario, model: PayrollModel): void {
  const { endpoint } = model;
  if (endpoint === undefined) return;
  for (const delivery of endpoint.channel.deliveries.slice(model.inspected)) {
    model.inspected += 1;
    if (!inspectDelivery(scenario, delivery, endpoint.secret)) {
      throw new CaseEnded('An event does not say what it is about.');
    }
  }
}

/**
 * PAYROLL-031: an event, or a status other than the one it had while it was scheduled, shows that it moved on. One that
 * was never seen scheduled can show it by an event only, and owes none.
 */
function judgeProcessing(
  scenario: Scenario,
  { name, phase, payrollDate, scheduledStatus }: PayrollBelief,
  status: string,
  words: ReadonlyMap<string, unknown>,
): void {
  if (phase !== 'processing') return;
  const announced = words.has('processing') || words.has('completed');
  if (!announced && scheduledStatus === undefined) return;
  mustHold(
    scenario,
    'PAYROLL-031',
    announced || status !== scheduledStatus,
    `payroll ${name} to be processed on ${payrollDate}`,
    `the status ${show(status)} as before, and no event`,
  );
}

async function judgePayslips(scenario: Scenario, model: PayrollModel, payroll: PayrollBelief): Promise<void> {
  const { caller } = model.tenant;
  const count = await countPayslips(scenario, caller, payroll.id);
  if (payroll.phase === 'completed' && payroll.route === 'past-date') {
    mustHold(scenario, 'PAYROLL-036', count > 0, `payslips of payroll ${payroll.name}`, 'none');
  }
  // It may have been completed a moment ago, so the status is read after the payslips.
  const status = count === 0 ? undefined : await readStatus(scenario, caller, payroll.id);
  mustHold(
    scenario,
    'PAYROLL-009',
    count === 0 || status === 'Completed',
    `no payslip of payroll ${payroll.name} before it is Completed`,
    `${count} payslips with the status ${status}`,
  );
}

/** Whether a status is one that the document allows in the phase, as far as it names them. */
function isExpected({ phase }: PayrollBelief, status: string): boolean {
  if (phase === 'completed') return status === 'Completed';
  return (status === 'Awaiting Funds') === (phase === 'awaiting-funds');
}

/**
 * Reads the status of a payroll. A target that cannot say when everything due has happened is polled; what it has not
 * done by then it may still do, so nothing is held against it but what the document wants at once.
 */
async function settledStatus(
  scenario: Scenario,
  model: PayrollModel,
  payroll: PayrollBelief,
): Promise<string> {
  const settled = (status: string) => scenario.has('drain') || isExpected(payroll, status);
  const status = await scenario.eventually(
    () => readStatus(scenario, model.tenant.caller, payroll.id),
    settled,
  );
  const mustBeDone = payroll.phase === 'completed' && payroll.route === 'past-date';
  if (settled(status) || mustBeDone) return status;
  throw new CaseEnded(
    `After ${scenario.patience.seconds} s a payroll still showed ${status}, and no control says when the target is done: give it more time with --patience.`,
  );
}

/** Looks at everything that can be seen of one payroll. */
async function observePayroll(
  scenario: Scenario,
  model: PayrollModel,
  payroll: PayrollBelief,
): Promise<void> {
  const status = await settledStatus(scenario, model, payroll);
  judgeStatus(scenario, payroll, status);
  const conclusive = model.endpoint !== undefined && scenario.has('drain');
  const words = conclusive ? judgeEvents(scenario, model, payroll) : new Map<string, unknown>();
  if (payroll.phase === 'scheduled') payroll.scheduledStatus ??= status;
  judgeProcessing(scenario, payroll, status, words);
  if (scenario.has('list-payslips')) await judgePayslips(scenario, model, payroll);
}

/** Waits until all that is due has happened, then looks at every payroll, the list and the webhooks. */
export async function observe(scenario: Scenario, model: PayrollModel): Promise<void> {
  await drain(scenario, model.tenant);
  inspectNew(scenario, model);
  for (const payroll of model.payrolls) await observePayroll(scenario, model, payroll);
  const listed = await listPayrolls(scenario, model.tenant.caller);
  for (const { name, id } of model.payrolls) {
    mustHold(
      scenario,
      'PAYROLL-020',
      listed.some(({ payrollId }) => payrollId === id),
      `payroll ${name} in the list`,
      `${listed.length} other payrolls`,
    );
  }
  for (const { name, id, phase } of model.payrolls) {
    if (phase !== 'completed') continue;
    const shown = listed.find(({ payrollId }) => payrollId === id)?.status;
    mustHold(
      scenario,
      'PAYROLL-037',
      shown === 'Completed',
      `payroll ${name} listed as Completed`,
      show(shown),
    );
  }
  if (scenario.has('list-wallets')) model.balance = await readBalance(scenario, model.tenant.caller);
}
