/** Beneficiaries, persons and their contracts, and the tokens of a business. */
import { isRecord } from '../../../openapi/is-record.ts';
import { CaseEnded, Refused } from '../../engine/outcome.ts';
import { succeeded } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { idsIn } from '../../provider/channels.ts';
import { readAll } from '../../provider/cursor.ts';
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant, timeOf } from '../../provider/tenant.ts';
import { beneficiaryInput } from '../../provider/valid-requests.ts';
import { createBeneficiary } from '../beneficiaries/actions.ts';
import {
  createContract,
  createWorker,
  inSigningOrder,
  listContracts,
  pickTemplate,
} from '../contracts/actions.ts';
import { addPerson, findPerson } from '../persons/actions.ts';
import { compInfo, readJob } from '../persons/records.ts';
import { businessCaller } from '../users/actions.ts';
import { announcedAfter, announcedJob, announcedOnce, observedIn } from './announcements.ts';
import { listenTo } from './listen.ts';
import { register, token, visibleOnce } from './objects.ts';
import type { ClientOutcome, Shared } from './play.ts';
import { inWords } from './words.ts';

const outcomeOf = (response: ApiResponse): ClientOutcome => ({ status: response.status });

/** Beneficiaries that are created while others list them. */
export async function shareBeneficiaries(scenario: Scenario): Promise<Shared> {
  const tenant = await openTenant(scenario);
  const { caller } = tenant;
  const body = beneficiaryInput(scenario.data);
  const nameOf = (value: number) => `${body.name} ${String.fromCodePoint(65 + value)}`;
  // What a target requires of a beneficiary is found out with one more.
  await createBeneficiary(scenario, caller, { ...body, name: nameOf(25) });
  const read = async (): Promise<ClientOutcome> => {
    const { items, complete } = await readAll(scenario, 'listBeneficiaries', caller);
    if (!complete) return { status: 200 };
    const names = items.map((each) => (isRecord(each) ? String(each.name).toLowerCase() : ''));
    const values = Array.from({ length: 25 }, (_, value) => value);
    return {
      status: 200,
      seen: values.filter((each) => names.includes(nameOf(each).toLowerCase())).join(' '),
    };
  };
  return {
    ...inWords(
      {
        create: ({ value }) => `create the beneficiary ${nameOf(value)}`,
        read: () => 'list the beneficiaries',
      },
      (seen) => (seen === '' ? 'none of them' : String(seen).split(' ').map(Number).map(nameOf).join(', ')),
    ),
    tenant,
    isAtOnce: true,
    objects: (history) =>
      history.flatMap(({ call }) =>
        call.verb === 'create'
          ? [
              visibleOnce({
                object: 0,
                write: 'create',
                read: 'read',
                value: call.value,
                rules: ['BENEFICIARY-009'],
              }),
            ]
          : [],
      ),
    lastReads: [{ verb: 'read', object: 0 }],
    perform: async ({ verb, value }) => {
      if (verb === 'read') return read();
      return createBeneficiary(scenario, caller, { ...body, name: nameOf(value) }).then(
        () => ({ status: 201 }),
        (error: unknown) => {
          // An equal one may be rejected when it is sent again.
          if (error instanceof Refused) return { status: error.obstacle.status };
          throw error;
        },
      );
    },
  };
}

/** The job of one person, which is set again and again. */
export async function shareJobs(scenario: Scenario): Promise<Shared> {
  const tenant = await openTenant(scenario);
  const { caller } = tenant;
  const person = await addPerson(scenario, caller);
  const now = timeOf(scenario, tenant);
  const jobOf = (value: number) => ({
    startDate: dateAfter(now, -value),
    employeeNumber: `E-${100 + value}`,
    title: `Analyst ${value + 1}`,
    department: `Department ${value + 1}`,
  });
  const names = ['startDate', 'employeeNumber', 'title', 'department'] as const;
  /** The update that a job is of; the fields of two updates are those of none. */
  const seenIn = (job: Readonly<Record<string, unknown>>) => {
    const value = Number(/\d+/.exec(String(job.title))?.[0] ?? 0) - 1;
    const isWhole = names.every((name) => job[name] === jobOf(value)[name]);
    return isWhole ? value : names.map((name) => job[name]).join(', ');
  };
  const read = async (): Promise<ClientOutcome> => {
    const { jobInfo } = await readJob(scenario, caller, await findPerson(scenario, caller, person));
    if (jobInfo?.title === undefined) return { status: 200 };
    return { status: 200, seen: seenIn({ ...jobInfo }) };
  };
  const listening = await listenTo(scenario, tenant, ({ type, data }) => {
    const job = isRecord(data.jobInfo) ? data.jobInfo : data;
    const isOurs = type === 'person.jobinfo.updated' && [...idsIn(data)].includes(person.id);
    // Which fields an event shows is not shown. Another title is none of ours.
    const isShown = /^Analyst \d+$/.test(String(job.title)) && names.every((name) => name in job);
    return isOurs && isShown ? { object: 0, seen: seenIn(job) } : undefined;
  });
  const announcements = [
    announcedJob,
    announcedOnce({
      listensTo: ({ verb }) => verb === 'person.jobinfo.updated',
      causes: ({ verb }) => (verb === 'write' ? 1 : 0),
      owed: 0,
    }),
  ];
  const inFull = (value: number) => Object.values(jobOf(value)).join(', ');
  return {
    ...inWords(
      { write: ({ value }) => `set the job to ${inFull(value)}`, read: () => 'read the job' },
      (seen) => (typeof seen === 'number' ? inFull(seen) : seen),
    ),
    ...listening,
    tenant,
    isAtOnce: true,
    objects: (history) => [register(0, ['PERSON-012']), ...observedIn(history, announcements)],
    lastReads: [{ verb: 'read', object: 0 }],
    perform: async ({ verb, value }) => {
      if (verb === 'read') return read();
      const path = { personId: person.id };
      const body = { compInfo: compInfo(scenario.data, 250_000), jobInfo: jobOf(value) };
      return outcomeOf(await scenario.send('updateJobInfo', caller, { path, body }));
    },
  };
}

/** The two signatures of one contract. */
export async function shareSignatures(scenario: Scenario): Promise<Shared> {
  const tenant = await openTenant(scenario);
  const { caller } = tenant;
  const template = await pickTemplate(scenario, caller);
  const worker = await createWorker(scenario, caller, template);
  const contract = await createContract(scenario, caller, { templateId: template.id, personId: worker.id });
  const ids = inSigningOrder(contract.signatures).map(({ id }) => id);
  const read = async (object: number): Promise<ClientOutcome> => {
    const shown = (await listContracts(scenario, caller)).find(({ id }) => id === contract.id);
    const status = inSigningOrder(shown?.signatures).find(({ id }) => id === ids[object])?.status;
    return { status: 200, ...(status !== undefined && { seen: status === 'signed' ? 'yes' : 'no' }) };
  };
  const listening = await listenTo(scenario, tenant, ({ type, data }) =>
    type === 'contract.signed' && data.id === contract.id ? { object: 0, seen: 'a signature' } : undefined,
  );
  // Which of the signatures it is about is not shown, and a signature of somebody else may be announced late.
  const announced = announcedAfter({
    listensTo: ({ verb }) => scenario.conclusive && verb === 'contract.signed',
    isCause: ({ verb }) => verb === 'sign',
    rule: 'EVENT-048',
  });
  return {
    ...inWords({
      sign: ({ object }) => `give signature ${object}`,
      read: ({ object }) => `list the contract: is signature ${object} signed?`,
    }),
    ...listening,
    tenant,
    isAtOnce: false,
    objects: (history) => [
      ...ids.map((_, object) =>
        visibleOnce({ object, write: 'sign', read: 'read', rules: ['CONTRACT-007'] }),
      ),
      ...observedIn(history, [announced]),
    ],
    lastReads: ids.map((_, object) => ({ verb: 'read', object })),
    perform: async ({ verb, object }) => {
      if (verb === 'read') return read(object);
      const body = { signatureId: ids[object] };
      try {
        return outcomeOf(
          await scenario.send('signContract', caller, { path: { contractId: contract.id }, body }),
        );
      } catch (error) {
        // An adapter may give only the next signature. Another one is like a request that fails.
        if (error instanceof CaseEnded) return { status: 500 };
        throw error;
      }
    },
  };
}

/** A token of a business, which is revoked while it is used. Whether a second one replaces it is not shown. */
export async function shareToken(scenario: Scenario): Promise<Shared> {
  const { issueToken, revokeToken } = scenario.target.controls;
  if (issueToken === undefined || revokeToken === undefined)
    throw new CaseEnded('The target offers no controls that issue and revoke a token.');
  const tenant = await openTenant(scenario);
  const { caller, issued } = await businessCaller(scenario, tenant);
  let isSent = false;
  return {
    ...inWords({ revoke: () => 'revoke the token', read: () => 'list persons with the token' }),
    tenant,
    isAtOnce: true,
    objects: () => [token],
    lastReads: [{ verb: 'read', object: 0 }],
    perform: async ({ verb }) => {
      if (verb === 'revoke') {
        // What a second revocation returns is not shown, so none is sent.
        if (isSent) return { status: 404 };
        isSent = true;
        await scenario.control('revokeToken')(scenario.controlSend, issued.id);
        return { status: 204 };
      }
      const response = await scenario.send('listPersons', caller);
      if (response.status === 401) return { status: 401, seen: 'rejected' };
      return { status: response.status, ...(succeeded(response) && { seen: 'accepted' }) };
    },
  };
}
