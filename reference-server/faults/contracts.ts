import { contractRules } from '../resources/contracts/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { asObject, bareList } from './field-faults.ts';
import { type Change, inAnswers, remove, rewrite } from './tools.ts';

/** Changes a place of a contract wherever one is answered. */
const inContracts = (path: string, change: Change): FaultOverrides => ({
  answer(answer, { id }) {
    if (answer.status >= 300) return answer;
    if (id === 'listContracts') return { ...answer, body: rewrite(answer.body, `data.*.${path}`, change) };
    const isContract = id === 'createContract' || id === 'readContract' || id === 'signContract';
    return isContract ? { ...answer, body: rewrite(answer.body, path, change) } : answer;
  },
});

const list = (replacement: typeof contractRules.list): FaultOverrides => ({
  rules: { contracts: { list: replacement } },
});

/** Changes the signature of the worker alone. */
const ofWorker = (change: Readonly<Record<string, unknown>>): Change =>
  asObject((signature) => (signature.order === 1 ? { ...signature, ...change } : signature));

/** Two signatures change places, and with them their order. */
const swapped: Change = (signatures) =>
  Array.isArray(signatures)
    ? signatures.toReversed().map((signature, order) => ({ ...signature, order }))
    : signatures;

export const contractFaults: readonly Fault[] = [
  {
    id: 'signature-without-address',
    title: 'A client cannot remind those who have not signed.',
    area: 'contract',
    breaks: ['CONTRACT-003'],
    overrides: inContracts('signatures.*.emailAddress', remove),
  },
  {
    id: 'signature-time-null',
    title: 'A client that reads 0 for a missing signature gets null.',
    area: 'contract',
    breaks: ['CONTRACT-003', 'CONTRACT-005', 'CONV-003'],
    overrides: inContracts('signatures.*.signedAt', (at) => (at === 0 ? null : at)),
  },
  {
    id: 'signature-order-from-one',
    title: 'A client that asks the signer at place 0 asks nobody.',
    area: 'contract',
    breaks: ['CONTRACT-004'],
    overrides: inContracts('signatures.*.order', (order) => Number(order) + 1),
  },
  {
    id: 'unsigned-signature-of-the-worker-with-time',
    title: 'A worker who has not signed seems to have done so long ago.',
    area: 'contract',
    breaks: ['CONTRACT-005'],
    overrides: inContracts(
      'signatures.*',
      asObject((signature) =>
        signature.status === 'unsigned' ? ofWorker({ signedAt: 1_767_225_600 })(signature) : signature,
      ),
    ),
  },
  {
    id: 'new-contract-signed-by-the-worker',
    title: 'A contract is born with the signature of a worker who has never seen it.',
    area: 'contract',
    breaks: ['CONTRACT-011'],
    overrides: inAnswers('createContract', 'signatures.*', ofWorker({ status: 'signed' })),
  },
  {
    id: 'worker-signs-before-the-admin',
    title: 'A worker is bound by a contract that the business has not signed yet.',
    area: 'contract',
    breaks: ['CONTRACT-012'],
    overrides: inContracts('signatures', swapped),
  },
  {
    id: 'contract-from-the-next-template',
    title: 'A worker in Nigeria gets the contract of another country.',
    area: 'contract',
    breaks: ['CONTRACT-013'],
    overrides: {
      rules: {
        contracts: {
          create(state, command, now) {
            const all = contractRules.templates(state);
            const index = all.findIndex(({ id }) => id === command.input.templateId);
            const templateId = index === -1 ? undefined : all[(index + 1) % all.length]?.id;
            const input = { ...command.input, ...(templateId !== undefined && { templateId }) };
            return contractRules.create(state, { ...command, input }, now);
          },
        },
      },
    },
  },
  {
    id: 'contract-of-the-first-person',
    title: 'Every contract is made out to the first person of the business.',
    area: 'contract',
    breaks: ['CONTRACT-013', 'CONTRACT-017'],
    overrides: {
      rules: {
        contracts: {
          create(state, command, now) {
            const contractOf = (input: typeof command.input) =>
              contractRules.create(state, { ...command, input }, now);
            contractOf(command.input);
            const personId = state.persons[0]?.id;
            return contractOf({ ...command.input, ...(personId !== undefined && { personId }) });
          },
        },
      },
    },
  },
  {
    id: 'contracts-as-bare-list',
    title: 'A client that reads data finds no contracts.',
    area: 'contract',
    breaks: ['CONTRACT-015'],
    overrides: inAnswers('listContracts', '', bareList),
  },
  {
    id: 'newest-contract-not-listed',
    title: 'A contract appears in the list only when the next one is created.',
    area: 'contract',
    breaks: ['CONTRACT-016', 'CONTRACT-017'],
    overrides: list((state, query) =>
      contractRules.list({ ...state, contracts: state.contracts.slice(0, -1) }, query),
    ),
  },
  {
    id: 'contract-person-filter-ignored',
    title: 'Who asks for the contracts of one person sees those of all.',
    area: 'contract',
    breaks: ['CONTRACT-017'],
    overrides: list((state) => contractRules.list(state, {})),
  },
  {
    id: 'contract-person-filter-finds-one',
    title: 'Of two contracts of one person only the first is found.',
    area: 'contract',
    breaks: ['CONTRACT-017'],
    overrides: list((state, query) => {
      const found = contractRules.list(state, query);
      return query.personId === undefined ? found : found.slice(0, 1);
    }),
  },
  {
    id: 'contract-person-filter-finding-none-ignored',
    title: 'A person without a contract seems to have those of all others.',
    area: 'contract',
    breaks: ['CONTRACT-017'],
    overrides: list((state, query) => {
      const found = contractRules.list(state, query);
      return found.length === 0 ? contractRules.list(state, {}) : found;
    }),
  },
  {
    id: 'templates-as-bare-list',
    title: 'A client that reads data finds no contract templates.',
    area: 'contract',
    breaks: ['TEMPLATE-003'],
    overrides: inAnswers('listContractTemplates', '', bareList),
  },
];
