import { businessRules } from '../resources/businesses/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { acceptsAnyBody, onStatus } from './tools.ts';

const { renameCustomField } = businessRules;
const renaming = (replacement: typeof renameCustomField): FaultOverrides => ({
  rules: { businesses: { renameCustomField: replacement } },
});

/** The name in the body of a request. */
const nameIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined;

export const customFieldFaults: readonly Fault[] = [
  {
    id: 'custom-field-renamed-in-the-answer-only',
    title: 'The new name of a custom field is answered and never stored.',
    area: 'business',
    breaks: ['FIELD-002'],
    overrides: {
      ...renaming((state, command, now) => {
        renameCustomField(state, command, now);
        return { state, events: [] };
      }),
      answer: (answer, { id }, request) =>
        id === 'updateCustomField' && answer.status < 300 && typeof answer.body === 'object'
          ? { ...answer, body: { ...answer.body, name: nameIn(request?.body) } }
          : answer,
    },
  },
  {
    id: 'first-custom-field-renamed',
    title: 'Whichever custom field is renamed, the first one of the business gets the name.',
    area: 'business',
    breaks: ['FIELD-002'],
    overrides: renaming((state, command, now) => {
      renameCustomField(state, command, now);
      const customFieldId = state.customFields[0]?.id ?? command.customFieldId;
      return renameCustomField(state, { ...command, customFieldId }, now);
    }),
  },
  {
    id: 'custom-field-name-in-lower-case',
    title: 'A client that looks for the new name of a custom field finds it in small letters.',
    area: 'business',
    breaks: ['FIELD-002'],
    overrides: renaming((state, { customFieldId, input }, now) => {
      const name = input.name?.toLowerCase();
      return renameCustomField(
        state,
        { customFieldId, input: { ...input, ...(name !== undefined && { name }) } },
        now,
      );
    }),
  },
  {
    id: 'custom-field-accepts-any-body',
    title: 'A rename with a broken body is reported as done.',
    area: 'business',
    breaks: ['FIELD-003', 'ERR-002'],
    overrides: acceptsAnyBody('updateCustomField'),
  },
  {
    id: 'custom-field-broken-body-answers-404',
    title: 'A client with a slip in its body is told that the custom field does not exist.',
    area: 'business',
    breaks: ['FIELD-003', 'ERR-002'],
    overrides: onStatus(
      400,
      () => ({
        status: 404,
        body: { code: 'resource_not_found', message: 'The requested resource could not be found' },
      }),
      ['updateCustomField'],
    ),
  },
];
