import type { FaultOverrides } from '../../reference-server/fault.ts';
import {
  type ContractDecisions,
  contractDecisions,
} from '../../reference-server/resources/contracts/decisions.ts';
import { contractRules, createContractRules } from '../../reference-server/resources/contracts/rules.ts';
import { withId } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { acceptsAnyBody } from './request-tools.ts';
import {
  anotherId,
  asNull,
  asObject,
  bareList,
  changing,
  fieldsOf,
  inAnswers,
  inObjects,
  instead,
  isoTime,
  lowerCase,
  milliseconds,
  type RuleChange,
  remove,
  replacing,
  rewrite,
  threeLetters,
} from './tools.ts';

/** Changes a place of a contract wherever one is answered. */
const inContracts = (path: string, change: RuleChange): FaultOverrides => ({
  answer(answer, { id }) {
    if (answer.status >= 300) return answer;
    if (id === 'listContracts') return { ...answer, body: rewrite(answer.body, `data.*.${path}`, change) };
    const isContract = id === 'createContract' || id === 'readContract' || id === 'signContract';
    return isContract ? { ...answer, body: rewrite(answer.body, path, change) } : answer;
  },
});

/** Changes the signature of the worker alone. */
const ofWorker = (change: Readonly<Record<string, unknown>>): RuleChange =>
  asObject((signature) => (signature.order === 1 ? { ...signature, ...change } : signature));

/** Two signatures change places, and with them their order. */
const swapped: RuleChange = (signatures) =>
  Array.isArray(signatures)
    ? signatures.toReversed().map((signature, order) => ({ ...signature, order }))
    : signatures;

const signaturesOf = (signatures: unknown): readonly object[] =>
  Array.isArray(signatures) ? signatures : [];
const isSigned = (signature: object) => fieldsOf(signature).status === 'signed';

/** Contracts whose rules decide otherwise. */
export const decide = (decisions: Partial<ContractDecisions>): FaultOverrides =>
  replacing('contracts', createContractRules(decisions));

const list = (replacement: typeof contractRules.list): FaultOverrides =>
  replacing('contracts', { list: replacement });

export const contractFaults = faultsOf('contract', {
  'contract-signed-by-another-person': {
    title: 'The first person of a business is asked to sign the contracts of all others.',
    breaks: ['CONTRACT-012'],
    overrides: replacing('contracts', {
      create(state, command, context) {
        const email = state.persons[0]?.person.email;
        const persons = state.persons.map(({ person, ...record }) => ({
          ...record,
          person: { ...person, ...(email !== undefined && { email }) },
        }));
        const created = contractRules.create({ ...state, persons }, command, context);
        return { ...created, state: { ...created.state, persons: state.persons } };
      },
    }),
  },
  'listed-contract-without-person': {
    title: 'A listed contract has no personId.',
    breaks: ['CONTRACT-002', 'CONTRACT-017'],
    overrides: inAnswers('listContracts', 'data.*.personId', remove),
  },
  'listed-contract-name-null': {
    title: 'The name of a listed contract is null.',
    breaks: ['CONTRACT-002'],
    overrides: inAnswers('listContracts', 'data.*.name', asNull),
  },
  'contract-viewed-by-being-listed': {
    title: 'Listing a contract marks it as viewed by its signers.',
    breaks: ['CONTRACT-006'],
    overrides: inObjects('listContracts', 'data.*', (contract) =>
      rewrite(contract, 'signatures.*.lastViewedAt', (at) => (at === 0 ? contract.createdAt : at)),
    ),
  },
  'new-contract-listed-as-completed': {
    title: 'A new contract is listed as completed.',
    breaks: ['CONTRACT-010'],
    overrides: inAnswers('listContracts', 'data.*.status', () => 'completed'),
  },
  'template-country-that-is-none': {
    title: 'The country of a template does not exist.',
    breaks: ['CONV-004', 'TEMPLATE-001'],
    overrides: inAnswers('listContractTemplates', 'data.*.country', () => 'UK'),
  },
  'contract-creation-in-milliseconds': {
    title: 'The creation time of a contract is in milliseconds, which reads as the year 58000.',
    breaks: ['CONTRACT-019', 'CONV-003', 'CONTRACT-002'],
    overrides: inAnswers('listContracts', 'data.*.createdAt', milliseconds),
  },
  'contract-older-than-its-business': {
    title: 'A contract of today is shown as one of last year.',
    breaks: ['CONV-015'],
    overrides: inAnswers('listContracts', 'data.*.createdAt', (seconds) => Number(seconds) - 365 * 86_400),
  },
  'contract-creation-as-text': {
    title: 'The creation time of a contract is text instead of a timestamp.',
    breaks: ['CONTRACT-019', 'CONV-003', 'CONTRACT-002'],
    overrides: inAnswers('listContracts', 'data.*.createdAt', isoTime),
  },
  'custom-contract-flag-as-text': {
    title: 'The flag customContractAttached is the string "false", which code reads as true.',
    breaks: ['CONTRACT-019', 'CONTRACT-002'],
    overrides: inAnswers('listContracts', 'data.*.customContractAttached', String),
  },
  'created-contract-without-subject': {
    title: 'A created contract has no subject.',
    breaks: ['CONTRACT-009'],
    overrides: inAnswers('createContract', 'subject', remove),
  },
  'created-contract-title-null': {
    title: 'A client that shows the title of a new contract shows null.',
    breaks: ['CONTRACT-009'],
    overrides: inAnswers('createContract', 'title', asNull),
  },
  'created-contract-awaits-the-worker': {
    title: "A new contract has the status for the worker's signature instead of the business's.",
    breaks: ['CONTRACT-010'],
    overrides: inAnswers('createContract', 'status', () => 'awaiting worker signature'),
  },
  'template-country-of-three-letters': {
    title: 'The country of a template has three letters.',
    breaks: ['CONV-004', 'TEMPLATE-001'],
    overrides: inAnswers('listContractTemplates', 'data.*.country', threeLetters),
  },
  'template-country-in-lower-case': {
    title: 'The country of a template is in lower case.',
    breaks: ['CONV-004', 'TEMPLATE-001'],
    overrides: inAnswers('listContractTemplates', 'data.*.country', lowerCase),
  },
  'template-without-update-time': {
    title: 'A client cannot tell whether its copy of a template is outdated.',
    breaks: ['TEMPLATE-001'],
    overrides: inAnswers('listContractTemplates', 'data.*.lastUpdatedTimestamp', remove),
  },
  'template-required-flag-as-text': {
    title: 'The flag isRequired of a template variable is the string "false", which code reads as true.',
    breaks: ['TEMPLATE-002'],
    overrides: inAnswers('listContractTemplates', 'data.*.templateVariables.*.isRequired', String),
  },
  'optional-template-variable-without-flag': {
    title: 'The flag isRequired is missing from optional template variables.',
    breaks: ['TEMPLATE-002'],
    overrides: inAnswers('listContractTemplates', 'data.*.templateVariables.*.isRequired', (isRequired) =>
      isRequired === false ? undefined : isRequired,
    ),
  },
  'signature-without-address': {
    title: 'A signature has no email address.',
    breaks: ['CONTRACT-003'],
    overrides: inContracts('signatures.*.emailAddress', remove),
  },
  'signature-time-null': {
    title: 'A client that reads 0 for a missing signature gets null.',
    breaks: ['CONTRACT-003', 'CONTRACT-005', 'CONV-003'],
    overrides: inContracts('signatures.*.signedAt', (at) => (at === 0 ? null : at)),
  },
  'signature-order-from-one': {
    title: 'The order of signatures starts at 1 instead of 0.',
    breaks: ['CONTRACT-004'],
    beyond: 'order of the signatures from 0',
    overrides: inContracts('signatures.*.order', (order) => Number(order) + 1),
  },
  'unsigned-signature-of-the-worker-with-time': {
    title: 'The unsigned signature of the worker has a time.',
    breaks: ['CONTRACT-005'],
    overrides: inContracts(
      'signatures.*',
      asObject((signature) =>
        signature.status === 'unsigned' ? ofWorker({ signedAt: 1_767_225_600 })(signature) : signature,
      ),
    ),
  },
  'new-contract-signed-by-the-worker': {
    title: 'A new contract is already signed by the worker.',
    breaks: ['CONTRACT-011'],
    overrides: inAnswers('createContract', 'signatures.*', ofWorker({ status: 'signed' })),
  },
  'worker-signs-before-the-admin': {
    title: 'The worker signs before the admin.',
    breaks: ['CONTRACT-012'],
    overrides: inContracts('signatures', swapped),
  },
  'contract-from-the-next-template': {
    title: 'A contract is created from another template than the requested one.',
    breaks: ['CONTRACT-013'],
    overrides: replacing('contracts', {
      create(state, command, context) {
        const all = contractRules.templates(state);
        const index = all.findIndex(({ id }) => id === command.input.templateId);
        const templateId = index === -1 ? undefined : all[(index + 1) % all.length]?.id;
        const input = { ...command.input, ...(templateId !== undefined && { templateId }) };
        return contractRules.create(state, { ...command, input }, context);
      },
    }),
  },
  'contract-of-the-first-person': {
    title: 'Every contract is created for the first person of the business.',
    breaks: ['CONTRACT-013', 'CONTRACT-017'],
    subtle: ['wrong-id'],
    overrides: replacing('contracts', {
      create(state, command, context) {
        const contractOf = (input: typeof command.input) =>
          contractRules.create(state, { ...command, input }, context);
        contractOf(command.input);
        const personId = state.persons[0]?.id;
        return contractOf({ ...command.input, ...(personId !== undefined && { personId }) });
      },
    }),
  },
  'contracts-as-bare-list': {
    title: 'A client that reads data finds no contracts.',
    breaks: ['CONTRACT-015'],
    overrides: inAnswers('listContracts', '', bareList),
  },
  'newest-contract-not-listed': {
    title: 'A contract appears in the list only when the next one is created.',
    breaks: ['CONTRACT-016', 'CONTRACT-017'],
    overrides: list((state, query) =>
      contractRules.list({ ...state, contracts: state.contracts.slice(0, -1) }, query),
    ),
  },
  'contract-person-filter-ignored': {
    title: 'The person filter of contracts is ignored.',
    breaks: ['CONTRACT-017'],
    overrides: list((state) => contractRules.list(state, {})),
  },
  'contract-person-filter-finds-one': {
    title: 'The person filter returns only the first of two contracts.',
    breaks: ['CONTRACT-017'],
    overrides: list((state, query) => {
      const found = contractRules.list(state, query);
      return query.personId === undefined ? found : found.slice(0, 1);
    }),
  },
  'contract-person-filter-finding-none-ignored': {
    title: 'The person filter is ignored if the person has no contract.',
    breaks: ['CONTRACT-017'],
    subtle: ['coincidence'],
    overrides: list((state, query) => {
      const found = contractRules.list(state, query);
      return found.length === 0 ? contractRules.list(state, {}) : found;
    }),
  },
  'templates-as-bare-list': {
    title: 'A client that reads data finds no contract templates.',
    breaks: ['TEMPLATE-003'],
    overrides: inAnswers('listContractTemplates', '', bareList),
  },
  'contract-completed-by-the-worker-alone': {
    title: 'A contract is completed by the signature of the worker alone.',
    breaks: ['CONTRACT-018'],
    overrides: decide({
      waits: () => false,
      status: (signatures) =>
        signatures.some(({ order, status }) => order === 1 && status === 'signed')
          ? 'completed'
          : contractDecisions.status(signatures),
    }),
  },
  'contract-accepts-any-body': {
    title: 'Creating a contract with an invalid body succeeds.',
    breaks: ['ERR-002'],
    overrides: acceptsAnyBody('createContract'),
  },
  'created-contract-under-an-id-of-nobody': {
    title: 'Creating a contract returns an id that no contract has.',
    breaks: ['CONTRACT-016'],
    subtle: ['wrong-id'],
    overrides: inAnswers('createContract', 'id', anotherId),
  },
  'given-signature-without-time': {
    title: 'A client that shows when a contract was signed shows 1970, because signedAt stays 0.',
    breaks: ['CONTRACT-020', 'CONTRACT-008'],
    subtle: ['half-applied'],
    overrides: inContracts('signatures.*.signedAt', () => 0),
  },
  'given-signature-completed': {
    title: 'A signature that was given has the status completed instead of signed.',
    breaks: ['CONTRACT-007'],
    overrides: inContracts('signatures.*.status', instead('signed', 'completed')),
  },
  'unsigned-contract-listed-as-signed': {
    title: 'The list shows the signatures of a new contract as signed.',
    breaks: ['CONTRACT-011', 'CONTRACT-007'],
    overrides: inAnswers('listContracts', 'data.*.signatures.*.status', () => 'signed'),
  },
  'one-signature-listed-as-all': {
    title: 'Once the admin has signed, the list shows the signature of the worker as signed, too.',
    breaks: ['CONTRACT-007', 'CONTRACT-018'],
    overrides: inAnswers('listContracts', 'data.*.signatures', (signatures) =>
      signaturesOf(signatures).some(isSigned)
        ? signaturesOf(signatures).map((signature) => ({ ...signature, status: 'signed' }))
        : signatures,
    ),
  },
  'listed-contract-without-the-signature-of-the-worker': {
    title: 'The list shows a contract without the signature of the worker.',
    breaks: ['CONTRACT-016', 'CONTRACT-012'],
    overrides: inAnswers('listContracts', 'data.*.signatures', (signatures) =>
      signaturesOf(signatures).slice(0, 1),
    ),
  },
  'new-contract-announced-as-signed': {
    title: 'A contract that nobody has signed is announced as signed.',
    breaks: ['EVENT-048'],
    overrides: replacing('contracts', {
      create: changing(contractRules.create, ({ state, events }, _, { contractId: id }) => ({
        state,
        events: [...events, { eventType: 'contract.signed', data: { id } }],
      })),
    }),
  },
  'signature-announced-for-the-first-contract': {
    title: 'The event of a signature has the id of the first contract of the business.',
    breaks: ['EVENT-048'],
    subtle: ['wrong-id'],
    overrides: replacing('contracts', {
      sign: changing(contractRules.sign, ({ state, events }) => ({
        state,
        events: withId(events, 'contract.signed', state.contracts[0]?.id ?? ''),
      })),
    }),
  },
});
