import { expect, test } from 'vitest';
import { type CatalogueFacts, requirementProblems } from './requirement-problems.ts';

const read = { id: 'PAY-001', section: 'Payroll', operations: ['readPayroll'], events: [] };
const announced = { id: 'PAY-002', section: 'States, Transfer', operations: [], events: ['payroll.created'] };
const sound: CatalogueFacts = {
  requirements: [read, announced],
  machines: [
    {
      id: 'payroll',
      section: 'Payroll',
      transitions: [{ id: 'save', events: ['payroll.created/saved'], requirements: ['PAY-001'] }],
    },
  ],
  sections: [
    { heading: 'Payroll' },
    { heading: 'States', reason: 'It holds subsections.' },
    { heading: 'Transfer', parent: 'States' },
  ],
  ids: { active: ['PAY-001', 'PAY-002'], retired: {} },
  operations: ['readPayroll'],
  events: ['payroll.created'],
};

test.each<[name: string, change: Partial<CatalogueFacts>, problems: string[]]>([
  ['a whole catalogue', {}, []],
  [
    'an id that is used twice',
    { requirements: [read, announced, { ...read, id: 'PAY-002' }] },
    ['PAY-002 is used twice.'],
  ],
  [
    'an id that disappeared',
    { ids: { active: ['PAY-001', 'PAY-002', 'PAY-003'], retired: {} } },
    ['PAY-003 is gone: bring it back, or move it to "retired" with the reason.'],
  ],
  ['an id that was retired', { ids: { ...sound.ids, retired: { 'PAY-003': 'It said PAY-001 again.' } } }, []],
  [
    'an id that came back',
    { ids: { active: ['PAY-001'], retired: { 'PAY-002': 'It said PAY-001 again.' } } },
    [
      'PAY-002 is retired and in use again: take the next free number.',
      'PAY-002 is new: run npm run generate, which adds it to the list of ids.',
    ],
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
      'payroll/save sends the unknown event payroll.created/saved.',
    ],
  ],
  [
    'a transition that hangs in the air',
    {
      machines: [
        { id: 'payroll', section: 'Payroll', transitions: [{ id: 'save', events: [], requirements: [] }] },
        {
          id: 'kyc',
          section: 'Payroll',
          transitions: [{ id: 'submit', events: [], requirements: ['KYC-001'] }],
        },
      ],
    },
    ['payroll/save names no requirement.', 'kyc/submit names the unknown requirement KYC-001.'],
  ],
])('%s', (_name, change, problems) => {
  expect(requirementProblems({ ...sound, ...change })).toEqual(problems);
});
