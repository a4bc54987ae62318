import { inCapitals } from './event-tools.ts';
import type { Fault } from './fault.ts';
import { inAnswers, remove } from './tools.ts';

export const conventionFaults: readonly Fault[] = [
  {
    id: 'beneficiary-country-in-small-letters',
    title: 'A client that looks a country up by its code does not find it.',
    area: 'convention',
    breaks: ['CONV-004'],
    overrides: inAnswers('listBeneficiaries', 'data.*.countryCode', (code) => String(code).toLowerCase()),
  },
  {
    id: 'template-country-with-three-letters',
    title: 'A client that looks the country of a template up by two letters does not find it.',
    area: 'convention',
    breaks: ['CONV-004'],
    overrides: inAnswers('listContractTemplates', 'data.*.country', (code) => `${inCapitals(code)}X`),
  },
  {
    id: 'beneficiaries-without-previous-cursor',
    title: 'A client that looks for the page before finds no field to look at.',
    area: 'convention',
    breaks: ['CONV-011'],
    overrides: inAnswers('listBeneficiaries', 'node.previous', remove),
  },
  {
    id: 'last-page-with-next-false',
    title: 'A client that compares with null asks for a page of payouts that is not there.',
    area: 'convention',
    breaks: ['CONV-011'],
    overrides: inAnswers('listPayouts', 'node.next', (cursor) => cursor ?? false),
  },
];
