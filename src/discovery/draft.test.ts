import { expect, it } from 'vitest';
import { discover } from './discover.ts';
import { perturb } from './testing/perturb.ts';

const doubtsOf = (document: unknown) =>
  new Map(
    discover(document, 'theirs.yaml').drafts.operations.map(({ wanted, status, why }) => [
      wanted.name,
      status === 'sure' ? 'sure' : why,
    ]),
  );

/** The description without the bodies of its requests. */
const withoutBodies = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document, (name, value) => (name === 'requestBody' ? undefined : value)));

it('a line with a body is a guess where the description shows no bodies', () => {
  const { document } = perturb({ paths: { persons: 'staff' } });
  expect(doubtsOf(document).get('scheduleOffboarding')).toBe('sure');
  const bare = doubtsOf(withoutBodies(document));
  expect(bare.get('createPerson')).toContain('its description shows no fields of its body');
  expect(bare.get('scheduleOffboarding')).toContain('its description shows no fields of its body');
});

it('a line is a guess where another owner is in its path', () => {
  const { document } = perturb({});
  const text = JSON.stringify(document).replaceAll(
    '/v1/persons/{personId}/reinstatement',
    '/v1/contracts/{contractId}/reinstatement',
  );
  expect(doubtsOf(document).get('reinstatePerson')).toBe('sure');
  const moved = doubtsOf(JSON.parse(text));
  expect(moved.get('reinstatePerson')).toContain('may be of another owner than {personId}');
});
