import type { BlindAnswer, BlindFault, Call } from '../../fault.ts';
import { changed, each, hasData, isObject, type Memory, ok, param, slot } from './hands.ts';
import {
  CONTRACTS,
  CUSTOM_FIELD,
  idIn,
  invalidBody,
  is,
  isEvent,
  KYC,
  mayRead,
  notFound,
  PERSONS,
  pageOf,
  personOfUser,
  refusesResubmission,
  sibling,
  tokenOf,
  USERS,
  withBody,
  withData,
  withItems,
} from './people-hands.ts';

const PERSON = /(?:^|\/)v1\/persons\/([^/]+)\/?$/;
const JOB_INFO = /(?:^|\/)v1\/persons\/([^/]+)\/jobInfo\/?$/;
const OFFBOARDING = /(?:^|\/)v1\/persons\/([^/]+)\/offboarding\/?$/;
const REINSTATEMENT = /(?:^|\/)v1\/persons\/([^/]+)\/reinstatement\/?$/;
const CONTRACT = /(?:^|\/)v1\/contracts\/([^/]+)(?:\/sign)?\/?$/;
const REVIEW = /(?:^|\/)v1\/sandbox\/users\/([^/]+)\/kyc\/review\/?$/;
const RENEWAL = /(?:^|\/)v1\/users\/([^/]+)\/kyc\/renewal\/?$/;
const SANDBOX_USER = /(?:^|\/)v1\/sandbox\/users\/([^/]+)\/?$/;
const INVITE = /(?:^|\/)v1\/users\/invite\/?$/;
const KYB = /(?:^|\/)v1\/businesses\/([^/]+)\/kyb\/?$/;
const FILES = /(?:^|\/)v1\/files\/?$/;

const putsJob = (call: Call): boolean => is(call, 'PUT', JOB_INFO) && isObject(call.body?.jobInfo);
const isKycWrite = (call: Call): boolean => is(call, 'POST', KYC) || is(call, 'PATCH', KYC);
const readsContracts = (call: Call): boolean => CONTRACTS.test(call.path) || CONTRACT.test(call.path);
const readsPersons = (call: Call): boolean =>
  PERSONS.test(call.path) || (PERSON.test(call.path) && !is(call, 'DELETE', PERSON));
const signaturesOf = (contract: any): any[] =>
  Array.isArray(contract?.signatures) ? contract.signatures.filter(isObject) : [];
const isAutoApprove = (call: Call): boolean =>
  String(call.body?.idDetails?.number ?? '').toLowerCase() === 'auto-approve';
const fileIds = (call: Call): string[] =>
  [
    call.body?.idDetails?.frontFileId,
    call.body?.idDetails?.backFileId,
    call.body?.idDetails?.selfieFileId,
    call.body?.addressProofFileId,
  ].filter((id) => typeof id === 'string' && id !== '');

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const isDate = (x: any): boolean =>
  typeof x === 'string' && /^\d{4}-\d\d-\d\d$/.test(x) && !Number.isNaN(Date.parse(`${x}T00:00:00Z`));
const isLeapDay = (x: any): boolean => isDate(x) && x.endsWith('-02-29') && dayAfter(x).endsWith('-03-01');

/** The persons whose exit is scheduled for a later day. */
const pendingExits = (call: Call, answer: BlindAnswer, memory: Memory): Set<string> => {
  const pending = slot(memory, 'pending', () => new Set<string>());
  const id = idIn(call, OFFBOARDING) ?? idIn(call, REINSTATEMENT);
  if (id === undefined || !ok(answer)) return pending;
  const exit = is(call, 'POST', OFFBOARDING) ? call.body?.exitDate : undefined;
  if (isDate(exit) && exit > new Date().toISOString().slice(0, 10)) pending.add(id);
  else pending.delete(id);
  return pending;
};

export const faults: readonly BlindFault[] = [
  // ---------------------------------------------------------------- persons and custom fields
  {
    id: 'blind-second-people-leap-day-start-moves',
    title: 'A job that starts on 29 February is stored with 1 March as its start',
    breaks: 'PUT /v1/persons/{personId}/jobInfo: "jobInfo {startDate, …}"; Person: "startDate (date)"',
    answer: async (call, { next }) => {
      if (!putsJob(call) || !isLeapDay(call.body.jobInfo.startDate)) return next(call);
      return next(
        withBody(call, (body) => {
          body.jobInfo.startDate = dayAfter(body.jobInfo.startDate);
        }),
      );
    },
  },
  {
    id: 'blind-second-people-cleared-custom-value-stays',
    title: 'Setting a custom field of a person to an empty text keeps the old value',
    breaks:
      'PUT /v1/persons/{personId}/jobInfo: "customFields [{id, name, value}]"; Events: "job ' +
      'information as stored"',
    answer: async (call, { next, memory }) => {
      const fields = putsJob(call) ? call.body.jobInfo.customFields : undefined;
      if (!Array.isArray(fields)) return next(call);
      const kept = slot(memory, `values of ${idIn(call, JOB_INFO)}`, () => new Map<string, string>());
      const answer = await next(
        withBody(call, (body) => {
          for (const field of body.jobInfo.customFields.filter(isObject))
            if (field.value === '') field.value = kept.get(String(field.id)) ?? '';
        }),
      );
      for (const field of ok(answer) ? fields.filter(isObject) : [])
        if (typeof field.value === 'string' && field.value !== '') kept.set(String(field.id), field.value);
      return answer;
    },
  },
  {
    id: 'blind-second-people-custom-field-name-ascii-only',
    title: 'A custom field whose name has letters outside ASCII gets question marks in their place',
    breaks:
      'Businesses and platform: "PUT …/customFields/{customFieldId} updates a custom field. Body: ' +
      '{name: string}"',
    answer: async (call, { next }) => {
      const name = is(call, 'PUT', CUSTOM_FIELD) ? call.body?.name : undefined;
      if (typeof name !== 'string' || /^[\x20-\x7e]*$/.test(name)) return next(call);
      return next(
        withBody(call, (body) => {
          body.name = name.replace(/[^\x20-\x7e]/gu, '?');
        }),
      );
    },
  },
  {
    id: 'blind-second-people-custom-field-renamed-once',
    title: 'A custom field can be renamed once; a second rename succeeds and changes nothing',
    breaks: 'Businesses and platform: "PUT …/customFields/{customFieldId} updates a custom field"',
    answer: async (call, { next, memory }) => {
      const id = idIn(call, CUSTOM_FIELD) ?? '';
      const name = is(call, 'PUT', CUSTOM_FIELD) ? call.body?.name : undefined;
      if (typeof name !== 'string' || name.trim() === '') return next(call);
      if (!memory.has(id)) {
        const answer = await next(call);
        if (ok(answer)) memory.set(id, name);
        return answer;
      }
      const answer = await next(
        withBody(call, (body) => {
          body.name = memory.get(id);
        }),
      );
      return ok(answer) && isObject(answer.body) && 'name' in answer.body
        ? changed(answer, (body) => {
            body.name = name;
          })
        : answer;
    },
  },
  {
    id: 'blind-second-people-jobinfo-event-without-model',
    title: 'The event about a changed job has the compensation as sent, without the employment model',
    breaks:
      'Events, person.jobinfo.updated: "compensation in the compInfo shape of GET person"; Person: ' +
      '"compInfo {… employmentModel (observed eor)}"',
    deliver: async (attempt, { send }) =>
      send(
        isEvent(attempt, 'person.jobinfo.updated') && isObject(attempt.event.data.compInfo)
          ? withData(attempt, (data) => {
              delete data.compInfo.employmentModel;
            })
          : attempt,
      ),
  },
  {
    id: 'blind-second-people-second-page-jobs-shifted',
    title: 'From the second page of persons on, each person carries the job of the person listed before',
    breaks: 'Persons and users: "GET /v1/persons … Response: {data: [Person], meta}"; Person: "jobInfo"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PERSONS) || pageOf(call) < 2 || !hasData(answer)) return answer;
      const jobs = answer.body.data.map((person: any) => person?.jobInfo);
      return changed(answer, ({ data }) => {
        for (const [at, person] of data.entries()) if (isObject(person)) person.jobInfo = jobs.at(at - 1);
      });
    },
  },
  {
    id: 'blind-second-people-jobs-at-once-share-title',
    title: 'When the jobs of two persons are set at once, the second person gets the title of the first',
    breaks:
      'Persons and users: "PUT /v1/persons/{personId}/jobInfo body: … jobInfo {startDate, ' +
      'employeeNumber, title, department, …}"',
    answer: async (call, { next, memory }) => {
      if (!putsJob(call)) return next(call);
      const id = idIn(call, JOB_INFO) ?? '';
      const running = slot(memory, 'running', () => new Map<string, any>());
      const other = [...running].find(([key]) => key !== id)?.[1];
      running.set(id, call.body.jobInfo);
      try {
        return await next(
          withBody(call, ({ jobInfo }) => {
            for (const name of ['title', 'department'])
              if (typeof other?.[name] === 'string') jobInfo[name] = other[name];
          }),
        );
      } finally {
        running.delete(id);
      }
    },
  },
  {
    id: 'blind-second-people-event-names-garbled',
    title: 'Events about a person garble names outside ASCII: Zoë arrives as ZoÃ«',
    breaks:
      'Events: "person.created | id, firstName, lastName, …"; ' +
      '"person.updated | id, firstName, lastName, …"',
    deliver: async (attempt, { send }) =>
      send(
        !isEvent(attempt, 'person.created', 'person.updated')
          ? attempt
          : withData(attempt, (data) => {
              for (const name of ['firstName', 'lastName'])
                if (typeof data[name] === 'string')
                  data[name] = Buffer.from(data[name], 'utf8').toString('latin1');
            }),
      ),
  },
  {
    id: 'blind-second-people-namibia-without-country',
    title: 'Persons in Namibia have no country: the code NA is taken for "not available"',
    breaks:
      'Conventions: "Country codes are ISO 3166-1 alpha-2 strings"; "Address object: {countryCode, …}' +
      ', all strings"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      return readsPersons(call)
        ? each(answer, (person) => {
            if (person.address?.countryCode === 'NA') person.address.countryCode = null;
          })
        : answer;
    },
  },
  // ---------------------------------------------------------------- offboarding
  {
    id: 'blind-second-people-exit-date-of-first-plan',
    title: 'A person whose exit was planned anew is reported as gone on the date of the first plan',
    breaks: 'Events: "person.offboarding.completed | id, exitDate, reason, tenantKey"',
    deliver: async (attempt, { send, memory }) => {
      const { id, exitDate } = attempt.event?.data ?? {};
      if (isEvent(attempt, 'person.offboarding.scheduled')) slot(memory, String(id), () => exitDate);
      return send(
        isEvent(attempt, 'person.offboarding.completed') && memory.has(String(id))
          ? withData(attempt, (data) => {
              data.exitDate = memory.get(String(id));
            })
          : attempt,
      );
    },
  },
  {
    id: 'blind-second-people-second-cancel-ignored',
    title: 'Cancelling an exit that was scheduled again succeeds, but the person leaves all the same',
    breaks: 'Person lifecycle: "pending offboarding | cancelled | Active | person.offboarding.cancelled"',
    answer: async (call, { next, memory }) => {
      const id = idIn(call, OFFBOARDING);
      if (id === undefined) return next(call);
      const first = memory.get(id);
      const cancels = is(call, 'DELETE', OFFBOARDING);
      if (cancels && first?.again && first.token === tokenOf(call)) return first.answer;
      const answer = await next(call);
      if (ok(answer) && cancels) memory.set(id, { answer, token: tokenOf(call) });
      if (ok(answer) && is(call, 'POST', OFFBOARDING) && first) memory.set(id, { ...first, again: true });
      return answer;
    },
  },
  {
    id: 'blind-second-people-reinstated-cannot-leave',
    title: 'A person who was reinstated cannot be offboarded a second time',
    breaks:
      'Person lifecycle: "Former | reinstated | Active"; "Active | offboarding scheduled | Active ' +
      '(exit pending)"',
    answer: async (call, { next, memory }) => {
      const leaving = is(call, 'POST', OFFBOARDING) && memory.has(String(idIn(call, OFFBOARDING)));
      if (leaving && (await mayRead(call, next))) return invalidBody();
      const answer = await next(call);
      if (is(call, 'POST', REINSTATEMENT) && ok(answer)) memory.set(String(idIn(call, REINSTATEMENT)), true);
      return answer;
    },
  },
  {
    id: 'blind-second-people-exit-pending-not-found-by-email',
    title: 'A person whose exit is only scheduled is no longer found by email address',
    breaks:
      'Person lifecycle: "Active | offboarding scheduled | Active (exit pending)"; GET /v1/persons: ' +
      '"email (filter)"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      const pending = pendingExits(call, answer, memory);
      if (!is(call, 'GET', PERSONS) || param(call, 'email') === undefined || !hasData(answer)) return answer;
      const left = answer.body.data.filter((person: any) => !pending.has(person?.id));
      return left.length < answer.body.data.length ? withItems(answer, left) : answer;
    },
  },
  {
    id: 'blind-second-people-no-review-before-exit',
    title: 'The KYC of a user whose exit is scheduled cannot be reviewed in the sandbox',
    breaks: 'Sandbox-only behaviour, kyc/review: "works in any user state"',
    answer: async (call, { next, memory }) => {
      const user = is(call, 'POST', REVIEW) ? idIn(call, REVIEW) : undefined;
      const known: Set<string> | undefined = memory.get('pending');
      if (user !== undefined && known !== undefined && known.size > 0)
        if (known.has((await personOfUser(call, next, user)) ?? '')) return invalidBody();
      const answer = await next(call);
      pendingExits(call, answer, memory);
      return answer;
    },
  },
  // ---------------------------------------------------------------- users
  {
    id: 'blind-second-people-deleted-user-takes-custom-values',
    title: 'Deleting a sandbox user empties the custom fields of the linked person',
    breaks: 'Sandbox-only behaviour: "Deleting a sandbox user returns 204 and preserves the linked person"',
    answer: async (call, { next, memory }) => {
      const user = is(call, 'DELETE', SANDBOX_USER) ? idIn(call, SANDBOX_USER) : undefined;
      const person = user === undefined ? undefined : await personOfUser(call, next, user);
      const answer = await next(call);
      if (person !== undefined && ok(answer)) memory.set(person, true);
      if (is(call, 'PUT', JOB_INFO) && ok(answer)) memory.delete(String(idIn(call, JOB_INFO)));
      return readsPersons(call)
        ? each(answer, (item) => {
            if (memory.has(item.id) && isObject(item.jobInfo)) item.jobInfo.customFields = [];
          })
        : answer;
    },
  },
  {
    id: 'blind-second-people-invited-again-only-once',
    title: 'A person whose user was deleted for the second time cannot be invited any more',
    breaks:
      'Sandbox-only behaviour: "Deleting a sandbox user … preserves the linked person so it can be ' +
      're-invited"',
    answer: async (call, { next, memory }) => {
      const again = is(call, 'POST', INVITE) && memory.get(String(call.body?.personId)) >= 2;
      if (again && (await mayRead(call, next))) return invalidBody();
      const user = is(call, 'DELETE', SANDBOX_USER) ? idIn(call, SANDBOX_USER) : undefined;
      const person = user === undefined ? undefined : await personOfUser(call, next, user);
      const answer = await next(call);
      if (person !== undefined && ok(answer)) memory.set(person, (memory.get(person) ?? 0) + 1);
      return answer;
    },
  },
  {
    id: 'blind-second-people-status-lost-on-second-page',
    title: 'With the status toggle on, users from the second page on come without their status',
    breaks: 'User: "status (observed active; returned only when the status toggle is on)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      return is(call, 'GET', USERS) && pageOf(call) >= 2
        ? each(answer, (user) => {
            delete user.status;
          })
        : answer;
    },
  },
  {
    id: 'blind-second-people-name-updated-forever',
    title: 'After one change of name, every later update of a user is reported as a change of name',
    breaks: 'Events: "user.updated | id, type (basic_info), …, isNameUpdated (boolean), tenantKey"',
    deliver: async (attempt, { send, memory }) => {
      if (!isEvent(attempt, 'user.updated')) return send(attempt);
      const { id, isNameUpdated } = attempt.event.data;
      const before = slot(memory, `event ${attempt.event.id}`, () => memory.has(`user ${id}`));
      if (isNameUpdated === true) memory.set(`user ${id}`, true);
      return send(
        before
          ? withData(attempt, (data) => {
              data.isNameUpdated = true;
            })
          : attempt,
      );
    },
  },
  // ---------------------------------------------------------------- contracts and signatures
  {
    id: 'blind-second-people-completed-contracts-not-filtered-in',
    title: 'The contracts of a person are listed without those that are completed',
    breaks: 'Contracts: "GET /v1/contracts lists contracts. Query: personId (uuid, optional filter)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', CONTRACTS) || !param(call, 'personId') || !hasData(answer)) return answer;
      return withItems(
        answer,
        answer.body.data.filter((contract: any) => contract?.status !== 'completed'),
      );
    },
  },
  {
    id: 'blind-second-people-signed-at-of-the-other',
    title: 'Once the first party has signed, the unsigned signature of the second shows the same time',
    breaks: 'Signature: "signedAt integer (0 when unsigned)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      return readsContracts(call)
        ? each(answer, (contract) => {
            const signed = signaturesOf(contract).find((one) => one.status === 'signed');
            for (const one of signed ? signaturesOf(contract) : [])
              if (one.status === 'unsigned') one.signedAt = signed.signedAt;
          })
        : answer;
    },
  },
  {
    id: 'blind-second-people-quiet-contract-without-signatures',
    title: 'A contract that is created without notifications has nobody to sign it',
    breaks:
      'Contracts: "A new contract has … signatures with status unsigned, ordered admin first then ' +
      'worker"; "suppressNotification … (suppresses email notifications)"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      const quiet = is(call, 'POST', CONTRACTS) && call.body?.suppressNotification === true && ok(answer);
      if (quiet && typeof answer.body?.id === 'string') memory.set(answer.body.id, true);
      return readsContracts(call)
        ? each(answer, (contract) => {
            const open = signaturesOf(contract).every((one) => one.status === 'unsigned');
            if (memory.has(contract.id) && open) contract.signatures = [];
          })
        : answer;
    },
  },
  {
    id: 'blind-second-people-signer-name-escaped',
    title: 'Names with an apostrophe stand in signatures as HTML: O&#39;Brien',
    breaks: 'Signature: "name string"; Contracts: "sender | {email: string, name: string}"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      return readsContracts(call)
        ? each(answer, (contract) => {
            for (const one of signaturesOf(contract))
              if (typeof one.name === 'string') one.name = one.name.replaceAll("'", '&#39;');
          })
        : answer;
    },
  },
  {
    id: 'blind-second-people-contracts-at-once-for-one-person',
    title: 'Of two contracts that are created at once for two persons, both go to the first person',
    breaks: 'Contracts: "POST /v1/contracts creates a contract … personId | uuid"',
    answer: async (call, { next, memory }) => {
      const person = is(call, 'POST', CONTRACTS) ? call.body?.personId : undefined;
      if (typeof person !== 'string') return next(call);
      const running = slot(memory, tokenOf(call), () => [] as string[]);
      const other = running.find((id) => id !== person);
      running.push(person);
      try {
        return await next(
          other
            ? withBody(call, (body) => {
                body.personId = other;
              })
            : call,
        );
      } finally {
        running.splice(running.indexOf(person), 1);
      }
    },
  },
  // ---------------------------------------------------------------- KYC, files and KYB
  {
    id: 'blind-second-people-selfie-not-checked',
    title: 'A selfie that was never uploaded is accepted for verification',
    breaks: 'KYC: "File ids must reference uploaded files; unknown ids are rejected with 404"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const selfie = isKycWrite(call) ? call.body?.idDetails?.selfieFileId : undefined;
      if (answer.status !== 404 || selfie === undefined) return answer;
      const second = await next(
        withBody(call, (body) => {
          delete body.idDetails.selfieFileId;
        }),
      );
      return ok(second) ? second : answer;
    },
  },
  {
    id: 'blind-second-people-file-serves-once',
    title: 'A resubmission that keeps a file of the first submission is refused: the file is not found',
    breaks: 'KYC: "File ids must reference uploaded files; unknown ids are rejected with 404"',
    answer: async (call, { next, memory }) => {
      const id = idIn(call, KYC) ?? '';
      const used: string[] = memory.get(id) ?? [];
      if (is(call, 'PATCH', KYC) && fileIds(call).some((file) => used.includes(file))) {
        const state = await next(sibling(call, `/v1/users/${id}/kyc`));
        if (ok(state) && state.body?.identity?.status === 'rejected') return notFound();
      }
      const answer = await next(call);
      if (is(call, 'POST', KYC) && ok(answer)) memory.set(id, fileIds(call));
      return answer;
    },
  },
  {
    id: 'blind-second-people-auto-approve-takes-address',
    title: 'Approving the identity by sentinel approves an address that nobody has checked',
    breaks:
      'Sandbox-only behaviour: "idDetails.number set to auto-approve approves identity at once"; ' +
      '"address line2 sentinels control address outcome"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      const id = idIn(call, KYC) ?? idIn(call, REVIEW) ?? '';
      if (ok(answer) && (isKycWrite(call) || is(call, 'POST', REVIEW))) memory.delete(id);
      if (ok(answer) && isKycWrite(call) && isAutoApprove(call)) memory.set(id, true);
      return KYC.test(call.path) && memory.has(id)
        ? each(answer, ({ address }) => {
            if (['processing', 'pending'].includes(address?.status)) address.status = 'approved';
          })
        : answer;
    },
  },
  {
    id: 'blind-second-people-resubmission-stays-open',
    title: 'A user who has resubmitted once can resubmit at any time, even when the identity is approved',
    breaks:
      'KYC states: "PATCH in any other identity status fails"; KYC: "only when identity status is ' +
      'rejected"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!is(call, 'PATCH', KYC)) return answer;
      const id = idIn(call, KYC) ?? '';
      if (ok(answer)) memory.set(id, true);
      if (!memory.has(id) || !refusesResubmission(answer)) return answer;
      const second = await next({ ...call, method: 'POST' });
      return ok(second) ? second : next(sibling(call, `/v1/users/${id}/kyc`));
    },
  },
  {
    id: 'blind-second-people-expiry-after-month-end',
    title: 'A document that expires on the last day of a month is reported with the day after',
    breaks: 'Events: "user.kyc.expiry | userId, stage …, documentType, expiryDate (date), tenantKey"',
    deliver: async (attempt, { send }) => {
      const date = isEvent(attempt, 'user.kyc.expiry') ? attempt.event.data.expiryDate : undefined;
      return send(
        isDate(date) && dayAfter(date).endsWith('-01')
          ? withData(attempt, (data) => {
              data.expiryDate = dayAfter(date);
            })
          : attempt,
      );
    },
  },
  {
    id: 'blind-second-people-fourth-upload-drops-first',
    title: 'With the fourth upload, the first file is forgotten: KYC that names it is refused with 404',
    breaks: 'KYC: "File ids must reference uploaded files; unknown ids are rejected with 404"',
    answer: async (call, { next, memory }) => {
      const uploads = slot(memory, tokenOf(call), () => [] as string[]);
      const forgotten = uploads.slice(0, -3);
      const names = isKycWrite(call) || is(call, 'POST', RENEWAL) ? fileIds(call) : [];
      if (names.some((id) => forgotten.includes(id)) && (await mayRead(call, next))) return notFound();
      const answer = await next(call);
      if (is(call, 'POST', FILES) && ok(answer)) uploads.push(String(answer.body?.id));
      return answer;
    },
  },
  {
    id: 'blind-second-people-kyb-sentinel-for-one-business',
    title: 'The tax number that approves a business in the sandbox works for the first business only',
    breaks: 'KYB sentinels: "a tax identification number sentinel 000-XXX-AUTO-APPROVE auto-approves"',
    answer: async (call, { next, memory }) => {
      if (!is(call, 'POST', KYB) || !isObject(call.body)) return next(call);
      const id = idIn(call, KYB);
      const name = Object.keys(call.body).find((key) => call.body[key] === '000-XXX-AUTO-APPROVE');
      if (name === undefined) return next(call);
      if (memory.has('first') && memory.get('first') !== id)
        return next(
          withBody(call, (body) => {
            body[name] = '12-3456789';
          }),
        );
      const answer = await next(call);
      if (ok(answer)) memory.set('first', id);
      return answer;
    },
  },
];
