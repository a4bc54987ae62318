import { expect, test } from 'vitest';
import { type InterpretationFacts, interpretationProblems } from './interpretation-problems.ts';

const open = { id: 1, section: 'Payroll', requirements: ['PAY-001'], alternatives: ['later'] };
const settled = { id: 2, section: 'States', requirements: [], noVariant: 'It leaves no choice.' };
const sound: InterpretationFacts = {
  interpretations: [open, settled],
  requirements: ['PAY-001'],
  sections: ['Payroll', 'States'],
  variants: [
    ['payrolls that come later', [1]],
    ['other words', []],
  ],
};

test.each<[name: string, change: Partial<InterpretationFacts>, problems: string[]]>([
  ['interpretations that are shown or say why not', {}, []],
  [
    'one that nothing shows',
    { variants: [] },
    [
      'Interpretation 1 leaves a choice, and no benign variant shows it: add its id to a variant, or say why none is possible (noVariant).',
    ],
  ],
  [
    'one that is shown although it says that this is impossible',
    { variants: [['both', [1, 2]]] },
    ['Interpretation 2 says why it has no variant, and has one.'],
  ],
  [
    'ids that do not exist',
    { variants: [['other', [1, 3]]] },
    ['The variant "other" names the unknown interpretation 3.'],
  ],
  [
    'names that do not exist',
    { interpretations: [{ ...open, section: 'Payslips', requirements: ['PAY-002'] }] },
    [
      'Interpretation 1: "Payslips" is no heading of the document.',
      'Interpretation 1 names the unknown requirement PAY-002.',
    ],
  ],
])('%s', (_name, change, problems) => {
  expect(interpretationProblems({ ...sound, ...change })).toEqual(problems);
});
