import { expect, test } from 'vitest';
import {
  type CatalogueFacts,
  type LinkFacts,
  linkProblems,
  requirementProblems,
} from './requirement-problems.ts';

const read = {
  id: 'PAY-001',
  level: 'documented',
  section: 'Payroll',
  operations: ['readPayroll'],
  events: [],
} as const;
const announced = {
  id: 'PAY-002',
  level: 'observed',
  section: 'States, Transfer',
  operations: [],
  events: ['payroll.created'],
} as const;
const levels = { 'PAY-001': 'documented', 'PAY-002': 'observed' } as const;
const save: CatalogueFacts['machines'][number]['transitions'][number] = {
  id: 'save',
  moves: [],
  sends: [{ event: 'payroll.created', rule: 'PAY-002' }],
  held: [],
  also: [],
};
const sound: CatalogueFacts = {
  requirements: [read, announced],
  machines: [
    {
      id: 'payroll',
      section: 'Payroll',
      transitions: [save],
    },
  ],
  sections: [
    { heading: 'Payroll' },
    { heading: 'States', reason: 'It holds subsections.' },
    { heading: 'Transfer', parent: 'States' },
  ],
  ids: { released: '1.0', sets: { '1.0': levels }, retired: {} },
  operations: ['readPayroll'],
  events: ['payroll.created'],
};

test.each<[name: string, change: Partial<CatalogueFacts>, problems: string[]]>([
  ['a whole catalogue', {}, []],
  [
    'an id that is used twice',
    { requirements: [read, announced, { ...announced, operations: ['readPayroll'] }] },
    ['PAY-002 is used twice.'],
  ],
  [
    'an id that disappeared',
    { ids: { ...sound.ids, sets: { '1.0': levels, '1.1': { 'PAY-003': 'documented' } } } },
    ['PAY-003 is gone: bring it back, or add it to "retired" with the reason.'],
  ],
  ['an id that was retired', { ids: { ...sound.ids, retired: { 'PAY-003': 'It said PAY-001 again.' } } }, []],
  [
    'an id that came back',
    {
      ids: {
        ...sound.ids,
        sets: { '1.0': { 'PAY-001': 'documented' } },
        retired: { 'PAY-002': 'It said PAY-001 again.' },
      },
    },
    [
      'PAY-002 is retired and in use again: take the next free number.',
      'PAY-002 is new: run npm run generate, which adds it to the list of ids.',
    ],
  ],
  [
    'a rule of a released set with another level',
    { requirements: [read, { ...announced, level: 'documented' }] },
    ['PAY-002 is documented, but observed in the released set 1.0: give the changed rule an id of its own.'],
  ],
  [
    'a section without requirements',
    { sections: [...sound.sections, { heading: 'Limits' }] },
    ['Section "Limits" has no requirement and no reason why.'],
  ],
  [
    'a section that the document does not have',
    { sections: sound.sections.slice(0, 2) },
    ['"States, Transfer" is no heading of the document.'],
  ],
  [
    'an operation that no requirement is about',
    { operations: ['readPayroll', 'savePayroll'] },
    ['No requirement names the operation savePayroll.'],
  ],
  [
    'an event that the description lacks',
    { events: [] },
    [
      'PAY-002 names the unknown event payroll.created.',
      'payroll/save sends the unknown event payroll.created.',
    ],
  ],
  [
    'a transition that hangs in the air',
    {
      machines: [
        { id: 'payroll', section: 'Payroll', transitions: [{ ...save, moves: [], sends: [] }] },
        {
          id: 'kyc',
          section: 'Payroll',
          transitions: [{ ...save, id: 'submit', moves: ['KYC-001'], sends: [] }],
        },
      ],
    },
    [
      'payroll/save rests on no requirement: name the rule that moves it, or the event that it sends with its rule.',
      'kyc/submit names the unknown requirement KYC-001.',
    ],
  ],
])('%s', (_name, change, problems) => {
  expect(requirementProblems({ ...sound, ...change })).toEqual(problems);
});

const linked: LinkFacts = {
  requirements: [
    { id: 'PAY-001', level: 'documented' },
    { id: 'PAY-002', level: 'assumed' },
    { id: 'PAY-003', level: 'documented', untestable: 'Nobody sees it.' },
  ],
  checks: [{ id: 'payroll.read', covers: ['PAY-001', 'PAY-002'] }],
  faults: [{ id: 'payroll-lost', breaks: ['PAY-001'] }],
};

test.each<[name: string, change: Partial<LinkFacts>, problems: string[]]>([
  ['whole links', {}, []],
  [
    'requirements without a check',
    { checks: [] },
    [
      'PAY-001 has no check: add it to the covers of one, or say why it is untestable.',
      'PAY-002 has no check: add it to the covers of one, or say why it is untestable.',
    ],
  ],
  [
    'a documented requirement without a fault',
    { faults: [] },
    ['PAY-001 has no fault: add one to proof/faults/ that breaks it.'],
  ],
  [
    'a check of an unknown requirement',
    { checks: [...linked.checks, { id: 'payroll.save', covers: ['PAY-009'] }] },
    ['The check payroll.save names the unknown requirement PAY-009.'],
  ],
  [
    'a fault of a requirement that nobody can test',
    { faults: [...linked.faults, { id: 'payroll-hidden', breaks: ['PAY-003'] }] },
    ['The fault payroll-hidden names PAY-003, which is marked as untestable: take one of them away.'],
  ],
])('%s', (_, change, problems) => {
  expect(linkProblems({ ...linked, ...change })).toEqual(problems);
});
