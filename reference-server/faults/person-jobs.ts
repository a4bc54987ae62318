import { randomUUID } from 'node:crypto';
import { personRules } from '../resources/persons/rules.ts';
import { findRecord } from '../state/business-state.ts';
import { daysAfter } from '../state/dates.ts';
import { invalidBody, invalidState } from '../state/refusal.ts';
import { inEvents, inPayloads, silentAbout } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inAnswers, onStatus, remove } from './tools.ts';

type SetJobInfo = typeof personRules.setJobInfo;
type Command = Parameters<SetJobInfo>[1];
type PersonState = Parameters<SetJobInfo>[0];

/** Carries an update of the job out with another command than the one that was given. */
const jobInfo = (change: (command: Command, state: PersonState) => Command): FaultOverrides => ({
  rules: {
    persons: {
      setJobInfo: (state, command, now) => personRules.setJobInfo(state, change(command, state), now),
    },
  },
});

const jobOf = (state: PersonState, { personId }: Command) =>
  findRecord(state.persons, personId).person.jobInfo;

const unexpected = () => ({
  status: 500,
  body: { code: 'internal_error', message: 'Unexpected error; retry later' },
});

export const personJobFaults: readonly Fault[] = [
  {
    id: 'person-metadata-holds-a-number',
    title: 'A client that shows metadata as text fails on a number among it.',
    area: 'person',
    breaks: ['PERSON-009'],
    overrides: inAnswers('listPersons', 'data.*', (person) => {
      const { metadata, ...rest } = { metadata: {}, ...(person ?? {}) };
      return { ...rest, metadata: { ...metadata, revision: 1 } };
    }),
  },
  {
    id: 'person-metadata-as-a-list',
    title: 'A client that looks a key of the metadata up finds nothing.',
    area: 'person',
    breaks: ['PERSON-009'],
    overrides: inAnswers('listPersons', 'data.*.metadata', (metadata) => Object.entries(metadata ?? {})),
  },
  {
    id: 'job-start-date-is-a-timestamp',
    title: 'A client shows the first working day as a number.',
    area: 'person',
    breaks: ['PERSON-010', 'CONV-002', 'PERSON-012'],
    overrides: inAnswers(
      'listPersons',
      'data.*.jobInfo.startDate',
      (date) => Date.parse(String(date)) / 1000,
    ),
  },
  {
    id: 'job-custom-fields-by-name',
    title: 'A client that goes through the custom fields of a job finds an object in place of a list.',
    area: 'person',
    breaks: ['PERSON-010', 'PERSON-012'],
    overrides: inAnswers('listPersons', 'data.*.jobInfo.customFields', (fields) => ({ ...(fields ?? {}) })),
  },
  {
    id: 'compensation-in-one-word',
    title: 'A client cannot tell the type of a compensation from its frequency.',
    area: 'person',
    breaks: ['PERSON-010', 'PERSON-014'],
    overrides: inAnswers('listPersons', 'data.*.compInfo', (compInfo) =>
      Object.values(compInfo ?? {}).join(' '),
    ),
  },
  {
    id: 'second-job-update-refused',
    title: 'Somebody who has a job can never be promoted: it can be set once.',
    area: 'person',
    breaks: ['PERSON-011'],
    overrides: jobInfo((command, state) => {
      if (jobOf(state, command)) throw invalidState('The job information is set already');
      return command;
    }),
  },
  {
    id: 'job-update-answers-500',
    title: 'A client repeats an update of a job for ever, because it is carried out and reported as failed.',
    area: 'person',
    breaks: ['PERSON-011'],
    overrides: onStatus(200, unexpected, ['updateJobInfo']),
  },
  {
    id: 'job-update-drops-custom-fields',
    title: 'What a business keeps in custom fields of a job is lost.',
    area: 'person',
    breaks: ['PERSON-012', 'EVENT-008'],
    overrides: jobInfo(({ personId, input }) => {
      const { customFields: _, ...job } = input.jobInfo ?? {};
      return { personId, input: { ...input, ...(input.jobInfo && { jobInfo: job }) } };
    }),
  },
  {
    id: 'job-starts-a-day-early',
    title: 'A person starts a day early, because a date goes through a time zone.',
    area: 'person',
    breaks: ['PERSON-012', 'EVENT-008'],
    overrides: jobInfo(({ personId, input }) => {
      const { startDate, ...job } = input.jobInfo ?? {};
      if (startDate === undefined) return { personId, input };
      return { personId, input: { ...input, jobInfo: { ...job, startDate: daysAfter(startDate, -1) } } };
    }),
  },
  {
    id: 'second-job-update-keeps-the-department',
    title: 'A person who moves to another department stays in the first one.',
    area: 'person',
    breaks: ['PERSON-012', 'EVENT-008'],
    overrides: jobInfo(({ personId, input }, state) => {
      const { department } = jobOf(state, { personId, input }) ?? {};
      if (department === undefined || input.jobInfo === undefined) return { personId, input };
      return { personId, input: { ...input, jobInfo: { ...input.jobInfo, department } } };
    }),
  },
  {
    id: 'job-update-not-announced',
    title: 'A consumer of webhooks does not hear of promotions.',
    area: 'person',
    breaks: ['PERSON-013'],
    overrides: silentAbout('person.jobinfo.updated'),
  },
  {
    id: 'second-job-update-not-announced',
    title: 'A consumer of webhooks hears of the first job of a person only.',
    area: 'person',
    breaks: ['PERSON-013'],
    overrides: {
      rules: {
        persons: {
          setJobInfo(state, command, now) {
            const outcome = personRules.setJobInfo(state, command, now);
            return jobOf(state, command) ? { ...outcome, events: [] } : outcome;
          },
        },
      },
    },
  },
  {
    id: 'compensation-dropped-beside-a-job',
    title: 'A raise that comes with a new title is lost: only the title is stored.',
    area: 'person',
    breaks: ['PERSON-014'],
    overrides: jobInfo(({ personId, input }) => {
      const { compInfo: _, ...job } = input;
      return { personId, input: input.jobInfo ? job : input };
    }),
  },
  {
    id: 'compensation-frequency-in-capitals',
    title: 'A client that compares the frequency with what it has sent takes it for another one.',
    area: 'person',
    breaks: ['PERSON-014'],
    overrides: inAnswers('listPersons', 'data.*.compInfo.frequency', (word) => String(word).toUpperCase()),
  },
  {
    id: 'person-read-under-another-id',
    title: 'A client that reads a person gets one with an id that it does not know.',
    area: 'person',
    breaks: ['PERSON-015'],
    overrides: inAnswers('readPerson', 'id', () => randomUUID()),
  },
  {
    id: 'listed-person-not-found',
    title: 'A person who is in the list cannot be read.',
    area: 'person',
    breaks: ['PERSON-015'],
    overrides: onStatus(
      200,
      () => ({ status: 404, body: { code: 'resource_not_found', message: 'There is no such person' } }),
      ['readPerson'],
    ),
  },
  {
    id: 'personal-info-answers-500',
    title: 'The tax id of a person is never accepted.',
    area: 'person',
    breaks: ['PERSON-017'],
    overrides: onStatus(200, unexpected, ['updatePersonalInfo']),
  },
  {
    id: 'tax-profile-answers-500',
    title: 'The tax profile of a person is never accepted.',
    area: 'person',
    breaks: ['PERSON-018'],
    overrides: onStatus(200, unexpected, ['updateTaxProfile']),
  },
  {
    id: 'tax-profile-without-dependents-refused',
    title: 'The tax profile of somebody who has no dependents is refused.',
    area: 'person',
    breaks: ['PERSON-018'],
    overrides: {
      rules: {
        persons: {
          setTaxProfile(state, command, now) {
            if (command.input.numberOfDependents === 0)
              throw invalidBody({ numberOfDependents: 'must be positive' });
            return personRules.setTaxProfile(state, command, now);
          },
        },
      },
    },
  },
  {
    id: 'job-event-shows-the-job-before',
    title: 'A consumer of webhooks is always one promotion behind.',
    area: 'person',
    breaks: ['EVENT-008'],
    overrides: {
      rules: {
        persons: {
          setJobInfo(state, command, now) {
            const before = jobOf(state, command);
            const { state: after } = personRules.setJobInfo(state, command, now);
            const data = { id: command.personId, ...(before && { jobInfo: before }) };
            return { state: after, events: [{ eventType: 'person.jobinfo.updated', data }] };
          },
        },
      },
    },
  },
  {
    id: 'job-event-without-title',
    title: 'A consumer hears that a job has changed and not what it is called now.',
    area: 'person',
    breaks: ['EVENT-008'],
    overrides: inEvents('person.jobinfo.updated', 'jobInfo.title', remove),
  },
  {
    id: 'job-event-frequency-is-an-object',
    title: 'A consumer that reads the compensation as it reads that of a person fails.',
    area: 'person',
    breaks: ['EVENT-009'],
    overrides: inEvents('person.jobinfo.updated', 'compInfo.frequency', (every) => ({ every })),
  },
  {
    id: 'job-event-compensation-under-other-names',
    title: 'A consumer that reads the compensation as it reads that of a person finds nothing.',
    area: 'person',
    breaks: ['EVENT-009'],
    overrides: inPayloads('person.jobinfo.updated', ({ compInfo, ...rest }) => {
      const { type, frequency } = { type: undefined, frequency: undefined, ...(compInfo ?? {}) };
      return {
        ...rest,
        ...(compInfo !== undefined && { compInfo: { payType: type, payPeriod: frequency } }),
      };
    }),
  },
];
