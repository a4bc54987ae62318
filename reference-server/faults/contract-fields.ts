import type { Fault } from './fault.ts';
import {
  asObject,
  type FieldFault,
  fieldFaults,
  isoTime,
  lowerCase,
  milliseconds,
  threeLetters,
} from './field-faults.ts';
import { remove, rewrite } from './tools.ts';

const listed: readonly FieldFault[] = [
  [
    'listed-contract-without-person',
    'A list of contracts does not say whose they are.',
    ['CONTRACT-002', 'CONTRACT-017'],
    'personId',
    remove,
  ],
  ['listed-contract-name-null', 'A list of contracts has no names.', ['CONTRACT-002'], 'name', () => null],
  [
    'contract-viewed-by-being-listed',
    'A contract looks as if its signers had read it, because somebody listed it.',
    ['CONTRACT-006'],
    '',
    asObject((contract) =>
      rewrite(contract, 'signatures.*.lastViewedAt', (at) => (at === 0 ? contract.createdAt : at)),
    ),
  ],
  [
    'new-contract-listed-as-completed',
    'A contract that nobody has signed looks as if all had.',
    ['CONTRACT-010'],
    'status',
    () => 'completed',
  ],
  [
    'contract-creation-in-milliseconds',
    'A contract of today was made in the year 58000.',
    ['CONTRACT-019', 'CONV-003', 'CONTRACT-002'],
    'createdAt',
    milliseconds,
  ],
  [
    'contract-creation-as-text',
    'A client that sorts contracts by time sorts words.',
    ['CONTRACT-019', 'CONV-003', 'CONTRACT-002'],
    'createdAt',
    isoTime,
  ],
  [
    'custom-contract-flag-as-text',
    'Every contract seems to have a document attached, because the text false is true.',
    ['CONTRACT-019', 'CONTRACT-002'],
    'customContractAttached',
    String,
  ],
];

const created: readonly FieldFault[] = [
  [
    'created-contract-without-subject',
    'A client cannot show the subject of the email that it has just caused.',
    ['CONTRACT-009'],
    'subject',
    remove,
  ],
  [
    'created-contract-title-null',
    'A client that shows the title of a new contract shows null.',
    ['CONTRACT-009'],
    'title',
    () => null,
  ],
  [
    'created-contract-awaits-the-worker',
    'An admin does not sign, because a new contract seems to wait for the worker.',
    ['CONTRACT-010'],
    'status',
    () => 'awaiting worker signature',
  ],
];

const templates: readonly FieldFault[] = [
  [
    'template-country-of-three-letters',
    'A client that looks for the template of a country does not find it.',
    ['CONV-004', 'TEMPLATE-001'],
    'country',
    threeLetters,
  ],
  [
    'template-country-in-lower-case',
    'A client that looks for the template of NG finds the one of ng.',
    ['CONV-004', 'TEMPLATE-001'],
    'country',
    lowerCase,
  ],
  [
    'template-without-update-time',
    'A client cannot tell whether its copy of a template is outdated.',
    ['TEMPLATE-001'],
    'lastUpdatedTimestamp',
    remove,
  ],
  [
    'template-required-flag-as-text',
    'A form demands every variable of a template, because the text false is true.',
    ['TEMPLATE-002'],
    'templateVariables.*.isRequired',
    String,
  ],
  [
    'optional-template-variable-without-flag',
    'Only the variables that a contract needs say whether it needs them.',
    ['TEMPLATE-002'],
    'templateVariables.*.isRequired',
    (isRequired) => (isRequired === false ? undefined : isRequired),
  ],
];

export const contractFieldFaults: readonly Fault[] = [
  ...fieldFaults('contract', 'listContracts', 'data.*.', listed),
  ...fieldFaults('contract', 'createContract', '', created),
  ...fieldFaults('contract', 'listContractTemplates', 'data.*.', templates),
];
