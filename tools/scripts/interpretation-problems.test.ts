import { expect, test } from 'vitest';
import { type InterpretationFacts, interpretationProblems } from './interpretation-problems.ts';

const interpretation = 'The event `payroll.created` comes later. It may also come at once.';
const open = {
  id: 1,
  section: 'Payroll',
  interpretation,
  requirements: ['PAY-001'],
  alternatives: ['later'],
};
const settled = {
  id: 2,
  section: 'States',
  interpretation,
  requirements: [],
  noVariant: 'It leaves no choice.',
};
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
  ['interpretations with a variant, or a reason for none', {}, []],
  [
    'one that nothing shows',
    { variants: [] },
    [
      'Interpretation 1 leaves a choice, but no benign variant shows it: add its id to a variant, or give the reason why none is possible (noVariant).',
    ],
  ],
  [
    'one that is shown although it says that this is impossible',
    { variants: [['both', [1, 2]]] },
    ['Interpretation 2 has both a variant and a reason why it has none (noVariant).'],
  ],
  [
    'ids that do not exist',
    { variants: [['other', [1, 3]]] },
    ['The variant "other" names the unknown interpretation 3.'],
  ],
  [
    'four sentences',
    { interpretations: [{ ...open, interpretation: 'One. Two. Three. Four.' }, settled] },
    ['Interpretation 1 has more than 3 sentences: shorten it, or split it into two entries.'],
  ],
  [
    'names that do not exist',
    { interpretations: [{ ...open, section: 'Payslips', requirements: ['PAY-002'] }] },
    [
      'Interpretation 1: "Payslips" is not a heading of the document.',
      'Interpretation 1 names the unknown requirement PAY-002.',
    ],
  ],
])('%s', (_name, change, problems) => {
  expect(interpretationProblems({ ...sound, ...change })).toEqual(problems);
});
