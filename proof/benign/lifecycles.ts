/** States, and words for them, where the document shows none. */

import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { businessRules } from '../../reference-server/resources/businesses/rules.ts';
import { externalAccountRules } from '../../reference-server/resources/external-accounts/rules.ts';
import { kycDecisions } from '../../reference-server/resources/kyc/decisions.ts';
import { kycRules } from '../../reference-server/resources/kyc/rules.ts';
import { personRules } from '../../reference-server/resources/persons/rules.ts';
import { userRules } from '../../reference-server/resources/users/rules.ts';
import { findRecord, withRecord } from '../../reference-server/state/business-state.ts';
import { secondsPerDay } from '../../reference-server/state/dates.ts';
import type { ExternalAccountRecord } from '../../reference-server/state/records/money.ts';
import type { KycRecord } from '../../reference-server/state/records/people.ts';
import { Refusal } from '../../reference-server/state/refusal.ts';
import { nextOf } from '../../reference-server/state/rule.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import { decide } from '../faults/kyc-tools.ts';
import { inAnswers, onStatus } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject } from './variant.ts';

/** Rejects an identity when the grace of its document is over, whether a replacement is being verified or not. */
function expiringAnyway(): Partial<typeof kycRules> {
  const replaced = new Map<string, string>();
  const endOf = (id: string) => kycDecisions.stageBeginsAt('expired', replaced.get(id) ?? '9999-12-31');
  const isWaiting = ({ id, identity }: KycRecord) =>
    replaced.has(id) && (identity?.status === 'processing' || identity?.status === 'pending');
  return {
    renew(state, command, context) {
      const { id, identity, document } = findRecord(state.kycRecords, command.userId);
      const renewed = kycRules.renew(state, command, context);
      const until = document?.details.expirationDate;
      if (identity?.status === 'approved' && until !== undefined) replaced.set(id, until);
      return renewed;
    },
    resubmit(state, command, context) {
      // What is verified now is no replacement.
      replaced.delete(command.userId);
      return kycRules.resubmit(state, command, context);
    },
    progress(before, context) {
      let { state, events } = kycRules.progress(before, context);
      for (const record of state.kycRecords) {
        if (!isWaiting(record) || endOf(record.id) > context.now) continue;
        replaced.delete(record.id);
        const input = { action: 'reject', type: 'identity' } as const;
        const rejected = kycRules.review(state, { userId: record.id, input }, context);
        state = rejected.state;
        events = [...events, ...rejected.events];
      }
      return { state, events };
    },
    nextProgressAt(state, context) {
      const ends = state.kycRecords.filter(isWaiting).map(({ id }) => endOf(id));
      const next = kycRules.nextProgressAt(state, context);
      return nextOf([...ends, ...(next === undefined ? [] : [next])], context.now);
    },
  };
}

/** Approves every submission of a user whose first document had the number of the sentinel. */
function decidingAlways(): Partial<typeof kycRules> {
  const known = new Set<string>();
  const noting: typeof kycRules.submit = (state, command, context) => {
    if (/^auto-approve$/i.test(String(command.input.idDetails?.number))) known.add(command.userId);
    return kycRules.submit(state, command, context);
  };
  return {
    submit: noting,
    renew(state, command, context) {
      const renewed = kycRules.renew(state, command, context);
      if (!known.has(command.userId)) return renewed;
      const input = { action: 'approve', type: 'identity' } as const;
      const approved = kycRules.review(renewed.state, { userId: command.userId, input }, context);
      return { state: approved.state, events: [...renewed.events, ...approved.events] };
    },
  };
}

export const verificationVariants: BenignGroup = {
  checks: /^(kyc|kyb|businesses)\./,
  variants: {
    'a verification in plain words, which is not there before the identity is submitted': {
      interpretations: [55, 79, 165, 180],
      overrides: {
        answer: (answer, { id }) => {
          if (id !== 'readKyc' || answer.status !== 200) return answer;
          const { identity, address } = asRecord(answer.body);
          const { status } = asRecord(identity);
          if (status === undefined)
            return { status: 404, body: { code: 'resource_not_found', message: 'Nothing was submitted' } };
          return {
            ...answer,
            body: { identity: status, ...(address !== undefined && { address: asRecord(address).status }) },
          };
        },
      },
    },
    'a verification that is read as Approved or Rejected': {
      interpretations: [56, 221],
      overrides: inAnswers('readKyc', '', (body) =>
        eachObject(body, ({ status, ...rest }) => ({
          ...rest,
          ...(status !== undefined && {
            status: String(status).replace(/^./, (letter) => letter.toUpperCase()),
          }),
        })),
      ),
    },
    'a resubmission that is refused with a conflict': {
      interpretations: [26],
      overrides: onStatus(
        400,
        (answer) =>
          String(asRecord(answer.body).message).includes('resubmitted') ? { ...answer, status: 409 } : answer,
        ['resubmitKyc'],
      ),
    },
    'a resubmission that is refused in another language': {
      interpretations: [26],
      overrides: onStatus(
        400,
        (answer) => {
          const body = asRecord(answer.body);
          const said = String(body.message).replace(/.*resubmitted.*/, 'Nur im Status Rejected möglich');
          return { ...answer, body: { ...body, message: said } };
        },
        ['resubmitKyc'],
      ),
    },
    'one word for every end of the verification of a business': {
      interpretations: [66, 122, 154],
      overrides: inAnswers('readKyb', 'status', (status) =>
        status === 'none' || status === 'processing' ? status : 'reviewed',
      ),
    },
    'a second submission of the same identity that changes nothing': {
      interpretations: [78, 172],
      overrides: {
        rules: {
          kyc: {
            submit(state, command, context) {
              const isKnown = state.kycRecords.some(({ id, identity }) => id === command.userId && identity);
              return isKnown ? { state, events: [] } : kycRules.submit(state, command, context);
            },
          },
        },
      },
    },
    'verifications that are not pending for a month': {
      interpretations: [24, 80],
      overrides: decide({
        pendingAt: ({ now, environment }) =>
          environment === 'sandbox' ? now + 30 * secondsPerDay : undefined,
      }),
    },
    'an idempotency key that is refused the second time': {
      interpretations: [13],
      overrides: {
        rules: {
          businesses: {
            create(state, command) {
              const { idempotencyKey } = command.input;
              if (
                idempotencyKey !== undefined &&
                state.businesses.some((other) => other.idempotencyKey === idempotencyKey)
              )
                throw new Refusal(409, 'duplicate', 'A business was created with this key');
              return businessRules.create(state, command);
            },
          },
        },
      },
    },
  },
};

/** Differences that show once a document is renewed. */
export const renewalVariants: BenignGroup = {
  checks: /^kyc\.model$/,
  modelCases: 100,
  variants: {
    'an identity that expires while its replacement is being verified': {
      interpretations: [173, 228],
      overrides: { rules: { kyc: expiringAnyway() } },
    },
    'a sentinel that decides about a replacement as well': {
      interpretations: [81, 229],
      overrides: { rules: { kyc: decidingAlways() } },
    },
  },
};

export const personVariants: BenignGroup = {
  checks: /^(person|persons|users|events|combined)\./,
  variants: {
    'exits that never complete by themselves': {
      interpretations: [73, 188],
      overrides: {
        rules: {
          persons: {
            progress: (state) => ({ state, events: [] }),
            nextProgressAt: () => undefined,
          },
        },
      },
    },
    'an exit that is scheduled again': {
      interpretations: [74, 190],
      overrides: {
        rules: {
          persons: {
            scheduleOffboarding(state, command) {
              const { exit, ...record } = findRecord(state.persons, command.personId);
              const before = exit?.status === 'pending' ? withRecord(state, 'persons', record) : state;
              return personRules.scheduleOffboarding(before, command);
            },
          },
        },
      },
    },
    'a user for every new person': {
      interpretations: [75],
      overrides: {
        rules: {
          persons: {
            create(state, command) {
              const { id: personId } = command.person;
              const created = personRules.create(state, command);
              const invitation = { userId: derivedId(`${personId}/user`), input: { personId } };
              const invited = userRules.invite(created.state, invitation);
              return { state: invited.state, events: [...created.events, ...invited.events] };
            },
          },
        },
      },
    },
  },
};

/** The event of a restriction once for each account that it restricts, with the whole list in each. */
const onePerAccount: typeof externalAccountRules.restrict = (before) => {
  const { state, events } = externalAccountRules.restrict(before);
  const restricted = state.externalAccounts.filter(({ awaiting }) => awaiting === undefined);
  return { state, events: restricted.flatMap(() => events) };
};

/** An account that a restriction met while it awaited its verification. */
type Held = ExternalAccountRecord & { readonly isHeld?: true };

const holding: typeof externalAccountRules.restrict = (before) => {
  const { state, events } = externalAccountRules.restrict(before);
  if (before.business.directDebitsRestricted) return { state, events };
  const externalAccounts = state.externalAccounts.map(
    (record): Held => (record.awaiting ? { ...record, isHeld: true } : record),
  );
  return { state: { ...state, externalAccounts }, events };
};

const lettingGo: typeof externalAccountRules.lift = (before) => {
  const { state, events } = externalAccountRules.lift(before);
  const externalAccounts = state.externalAccounts.map(({ isHeld: _, ...record }: Held) => record);
  return { state: { ...state, externalAccounts }, events };
};

/** The accounts that are held when a list is asked for. */
const held = new WeakMap<UncheckedRequest, ReadonlySet<string>>();

export const accountVariants: BenignGroup = {
  checks: /^(external-account|combined)\./,
  variants: {
    'one event of a restriction for each account': {
      interpretations: [192],
      overrides: { rules: { externalAccounts: { restrict: onePerAccount } } },
    },
    'a restriction that reaches accounts which nobody has verified': {
      interpretations: [193],
      overrides: {
        rules: { externalAccounts: { restrict: holding, lift: lettingGo } },
        async request(request, { store }) {
          if (request.operation !== 'listExternalAccounts') return request;
          const records: readonly Held[] = await store.transaction((transaction) =>
            transaction.list('externalAccounts', { businessId: request.business.id }),
          );
          held.set(request, new Set(records.filter(({ isHeld }) => isHeld).map(({ id }) => id)));
          return request;
        },
        answer(answer, _operation, request) {
          const ids = request && held.get(request);
          if (ids === undefined || answer.status >= 300) return answer;
          const shown = eachObject(answer.body, ({ id, ...account }) => ({
            ...(id !== undefined && { id }),
            ...account,
            ...(ids.has(String(id)) && { status: 'restricted' }),
          }));
          return { ...answer, body: shown };
        },
      },
    },
  },
};

/** Words of vocabularies of which only some are shown, or none. */
export const wordVariants: BenignGroup = {
  checks: /^(contracts?|reimbursements?|users)\./,
  variants: {
    'other words for the states of contracts, signatures and templates': {
      interpretations: [106],
      front: {
        answer(answer, { path }) {
          if (!answer.headers['content-type']?.includes('json') || !/^\/v1\/contract/.test(path))
            return answer;
          const renamed = answer.body
            .replaceAll('"status":"completed"', '"status":"executed"')
            .replaceAll('"status":"awaiting worker signature"', '"status":"with the worker"')
            .replaceAll('"status":"signed"', '"status":"done"')
            .replaceAll('"personType":"employee"', '"personType":"staff"')
            .replaceAll('"type":"regular"', '"type":"permanent"');
          return { ...answer, body: renamed };
        },
      },
    },
    'other words for the states of users and reimbursements': {
      overrides: {
        answer: (answer, { id }) => {
          if (answer.status >= 300 || !/User|Reimbursement/.test(id)) return answer;
          return {
            ...answer,
            body: eachObject(answer.body, ({ status, ...rest }) =>
              status === undefined ? rest : { ...rest, status: `in state ${String(status).length}` },
            ),
          };
        },
      },
    },
  },
};
