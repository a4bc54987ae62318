import { describe, expect, test } from 'vitest';
import { eventExchanges, isSuccess, type MediaType, operationExchanges } from './testing/exchanges.ts';
import { validate } from './validate.ts';

const bodies: [place: string, media: MediaType][] = [...operationExchanges, ...eventExchanges].flatMap(
  ({ id, request, answers }) => [
    ...request.map((media): [string, MediaType] => [`${id} request ${media.type}`, media]),
    ...answers.flatMap(({ status, content }) =>
      content.map((media): [string, MediaType] => [`${id} ${status} ${media.type}`, media]),
    ),
  ],
);

describe('examples', () => {
  test('exist for every request, response and event with a body', () => {
    expect(bodies.filter(([, { examples }]) => examples.length === 0).map(([place]) => place)).toEqual([]);
  });

  test('match their schemas', () => {
    const wrong = bodies.flatMap(([place, { schema, examples }]) =>
      examples.flatMap(([name, value]) =>
        validate(schema, value).map(({ path, message }) => `${place} ${name}: ${path.join('.')} ${message}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('have names that can be requested', () => {
    const names = bodies.flatMap(([place, { examples }]) =>
      examples.flatMap(([name]) => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? [] : [`${place} ${name}`])),
    );
    expect(names).toEqual([]);
  });

  test('have distinct names within an operation', () => {
    // The mock is asked for an example by name alone.
    const twice = operationExchanges.flatMap(({ id, answers }) => {
      const names = answers
        .filter(({ status }) => isSuccess(status))
        .flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(([name]) => name)));
      return names.length === new Set(names).size ? [] : [id];
    });
    expect(twice).toEqual([]);
  });
});
