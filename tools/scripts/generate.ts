/**
 * Builds openapi/generated/ from the YAML sources: the bundled descriptions, their types, the requirement catalogue, the
 * interpretations and the state machines; and the JSON Schema of selftest.json from its types. With --check it writes nothing and exits 1 when a committed file differs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import {
  InterpretationFile,
  RequirementFile,
  RequirementIds,
  StateMachineSource,
} from '../../openapi/catalogue-source.ts';
import { descriptionLines } from '../../openapi/description-lines.ts';
import { rulesOf } from '../../openapi/transitions.ts';
import { SelftestRecordSchema } from '../../proof/selftest/record.ts';
import { ConfigSchema } from '../../src/config/schema.ts';
import { withActionInputs } from './action-inputs.ts';
import { bodyTypeTests } from './body-type-tests.ts';
import { banner, bundle, json, repository, types, writeGenerated } from './generated-files.ts';
import { signatureVectors } from './signature-vectors.ts';

type Ids = z.infer<typeof RequirementIds>;

const root = join(repository, 'openapi');

function readYaml<T extends z.ZodType>(folder: string, schema: T): z.infer<T>[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => {
      const parsed = schema.safeParse(parse(readFileSync(join(root, folder, name), 'utf8')));
      if (!parsed.success) throw new Error(`openapi/${folder}/${name}: ${z.prettifyError(parsed.error)}`);
      return parsed.data;
    });
}

const requirementsIn = (folder: string) =>
  readYaml(folder, RequirementFile).flatMap(({ section, requirements: entries }) =>
    entries.map((entry) => ({ ...entry, section })),
  );

function catalogue() {
  const requirements = requirementsIn('requirements');
  const receiverRequirements = requirementsIn('receiver-requirements').toSorted((a, b) =>
    a.id.localeCompare(b.id),
  );
  const clientRequirements = requirementsIn('client-requirements');
  const machines = readYaml('state-machines', StateMachineSource);
  const ids = [...requirements, ...receiverRequirements, ...clientRequirements].map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`Requirement ids are used twice: ${twice.join(', ')}`);
  for (const machine of machines) {
    for (const transition of machine.transitions) {
      const unknown = [
        ...[transition.from, transition.to].filter((state) => !machine.states.includes(state)),
        ...rulesOf(transition).filter((id) => !ids.includes(id)),
      ];
      if (unknown.length > 0)
        throw new Error(`${machine.id}/${transition.id} names unknown ${unknown.join(', ')}`);
    }
  }
  return { requirements, receiverRequirements, clientRequirements, machines };
}

function readInterpretations() {
  const entries = readYaml('interpretations', InterpretationFile)
    .flatMap(({ section, interpretations }) => interpretations.map((entry) => ({ ...entry, section })))
    .toSorted((a, b) => a.id - b.id);
  const twice = entries.filter(({ id }, index) => entries[index - 1]?.id === id).map(({ id }) => id);
  if (twice.length > 0) throw new Error(`Ids of interpretations are used twice: ${twice.join(', ')}`);
  return entries;
}

const description = bundle('openapi.yaml');
const { requirements, receiverRequirements, clientRequirements, machines } = catalogue();
const interpretations = readInterpretations();
const allRequirements = [...requirements, ...receiverRequirements, ...clientRequirements];
const union = (ids: readonly string[]) => ids.map((id) => `\n  | '${id}'`).join('');

/**
 * New ids join the set that is not released yet, or open one; one that is gone stays, for `npm run task -- requirements` to
 * complain of.
 */
function withNewIds({ released, sets, retired }: Ids): Ids {
  const versions = Object.keys(sets);
  const frozen = Object.entries(sets).slice(0, versions.indexOf(released) + 1);
  const old = new Set(frozen.flatMap(([, levels]) => Object.keys(levels)));
  const added = allRequirements.filter(({ id }) => !old.has(id)).toSorted((a, b) => a.id.localeCompare(b.id));
  const [major = 1, minor = 0] = released.split('.').map(Number);
  const levels = Object.fromEntries(added.map(({ id, level }) => [id, level]));
  const next = added.length === 0 ? [] : [[`${major}.${minor + 1}`, levels] as const];
  return { released, sets: Object.fromEntries([...frozen, ...next]), retired };
}

const source = (name: string) => readFileSync(join(root, name), 'utf8');
const ids = withNewIds(RequirementIds.parse(JSON.parse(source('requirement-ids.json'))));

const entered = Object.fromEntries(
  machines.flatMap(({ id: machine, transitions }) =>
    transitions.map(({ id, to }) => [`${machine}/${id}`, to]),
  ),
);

const schemaNames = Object.keys(description.components?.schemas ?? {}).sort();
const aliases = schemaNames.map((name) => `export type ${name} = components['schemas']['${name}'];`);
const eventNames = Object.keys(description.webhooks ?? {}).map((name) => `\n  '${name}',`);

const scheme =
  'HMAC-SHA256 over the bytes of hook-id, a dot, hook-timestamp, a dot and the body; the key is the base64-decoded part of the secret after whsec_; hook-signature holds v1,<base64 of the digest>, several of them separated by spaces.';

const setOf = new Map(
  Object.entries(ids.sets).flatMap(([version, levels]) => Object.keys(levels).map((id) => [id, version])),
);
const withSet = <T extends { readonly id: string }>(entries: readonly T[]) =>
  entries.map((entry) => ({ ...entry, since: setOf.get(entry.id) }));

const files: Record<string, string> = {
  'openapi/generated/openapi.json': json(description),
  'openapi/generated/lines.json': `${JSON.stringify(descriptionLines(json(description)))}\n`,
  'openapi/generated/types.ts': await types(description),
  'openapi/generated/schemas.ts': `${banner}import type { components } from './types.ts';\n\n${aliases.join('\n')}\n`,
  'sdk/client/generated/bodies.test-d.ts': banner + bodyTypeTests(description),
  'openapi/generated/event-names.ts': `${banner}export const eventNames = [${eventNames.join('')}\n] as const;\n`,
  'openapi/generated/catalogue.json': json({
    requirements: withSet(requirements),
    receiverRequirements: withSet(receiverRequirements),
    clientRequirements: withSet(clientRequirements),
    machines,
  }),
  'openapi/generated/requirement-sets.ts': `${banner}/** Versions of the sets of requirements, the oldest first. A released set never changes. */\nexport const requirementSets = [${Object.keys(ids.sets).map((version) => `'${version}'`)}] as const;\n`,
  'openapi/generated/interpretations.json': json(interpretations),
  'openapi/generated/ids.ts': [
    `${banner}export type RequirementId =${union(allRequirements.map(({ id }) => id))};\n`,
    '/** Transitions of the state machines, as `machine/id`. */',
    `export type TransitionId =${union(Object.keys(entered))};\n`,
    '/** The state that each of them enters. */',
    `export interface Entered {${Object.entries(entered)
      .map(([id, state]) => `\n  '${id}': '${state}';`)
      .join('')}\n}\n`,
  ].join('\n'),
  'openapi/vectors/webhook-signatures.json': `${JSON.stringify({ scheme, vectors: signatureVectors }, null, 2)}\n`,
  'openapi/requirement-ids.json': `${JSON.stringify(ids, null, 2)}\n`,
  'proof/selftest/selftest.schema.json': json(z.toJSONSchema(SelftestRecordSchema)),
  'src/config/config.schema.json': json(
    z.toJSONSchema(ConfigSchema, { unrepresentable: 'any', io: 'input' }),
  ),
  'action.yml': withActionInputs(readFileSync(join(repository, 'action.yml'), 'utf8')),
};

writeGenerated(files);
