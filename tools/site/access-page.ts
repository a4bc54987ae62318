/** The requests that a run tries with each operation and each credential that must not reach it, and those that it does not. */
import {
  type Credential,
  type CredentialName,
  type CredentialPair,
  credentials,
} from '../../conformance/provider/credentials.ts';
import { requirement } from '../../openapi/catalogue.ts';
import { allOperations } from '../../openapi/description.ts';
import { markdownTable } from '../scripts/markdown-table.ts';
import { requirementLink } from '../scripts/requirement-link.ts';

const names: readonly string[] = Object.keys(credentials);
const columnOf = (name: CredentialName) => names.indexOf(name) + 1;

const intro = `# Access

Every operation, with every credential that must not reach it or must not reach what belongs to somebody else there.
\`src/access-pairs.test.ts\` runs the checks and fails when an operation is not tried with a credential and no reason is given.

- **R**: the operation must be rejected.
- **S**: the answer must show nothing of what belongs to somebody else, and nothing of it may change. Lists stay open to the
  key, which has a business or a user of its own.
- A small letter: not tried; [the reasons](#not-tried) are below the table.

A check is only run where the target offers what it needs: an org token, a control that issues or revokes tokens
([targets.md](targets.md)). Column ${columnOf('foreignTenantKey')} needs \`CONFORMANCE_FOREIGN_TENANT_KEY\`.
`;

const listed: readonly Credential[] = Object.values(credentials);
const rows = allOperations.map((operation) => ({
  operation,
  pairs: listed.map((credential) => credential.pairWith(operation)),
}));

const reasons = [
  ...new Set(
    rows.flatMap(({ pairs }) => pairs.flatMap((pair) => (pair.status === 'not-tried' ? [pair.reason] : []))),
  ),
];
const letterOf = (reason: string) => String.fromCharCode('a'.charCodeAt(0) + reasons.indexOf(reason));

function cellOf(pair: CredentialPair): string {
  if (pair.status === 'not-tried') return letterOf(pair.reason);
  return pair.demand === 'refusal' ? 'R' : 'S';
}

const checksOf = (credential: Credential) => [
  ...new Set(
    allOperations.flatMap((operation) => {
      const pair = credential.pairWith(operation);
      return pair.status === 'tried' ? [`\`${pair.check}\``] : [];
    }),
  ),
];

/** A request comes with it: the label ends a sentence, so that it can begin one too. */
const titleOf = ({ label }: Credential) => label[0]?.toUpperCase() + label.slice(1);

export function accessPage(): string {
  const { untestable } = requirement('AUTH-013');
  return [
    intro,
    '## Credentials\n',
    `${markdownTable(
      ['#', 'A request', 'Breaks', 'Tried by'],
      listed.map((credential, index) => [
        String(index + 1),
        titleOf(credential),
        requirementLink(credential.requirement),
        checksOf(credential).join(', '),
      ]),
    )}\n`,
    `A token that is bound to IP addresses (${requirementLink('AUTH-013')}) is not tried. ${untestable}\n`,
    '## Operations\n',
    `${markdownTable(
      ['Operation', ...listed.map((_, index) => String(index + 1))],
      rows.map(({ operation, pairs }) => [operation.id, ...pairs.map(cellOf)]),
    )}\n`,
    '## Not tried\n',
    `${markdownTable(
      ['', 'Why'],
      reasons.map((reason) => [letterOf(reason), reason]),
    )}\n`,
  ].join('\n');
}
