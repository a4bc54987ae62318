/** Reads lists of known and flaky failures, in YAML or JSON. */
import * as z from 'zod';
import type { KnownFailure, KnownList } from '../../conformance/engine/known.ts';
import type { Requirement, RequirementId } from '../../openapi/catalogue.ts';
import { suggestion } from '../../openapi/nearest.ts';
import { refuse } from './refuse.ts';
import { given } from './values.ts';

const EntrySchema = z.strictObject({
  requirement: z.string(),
  check: z.string().exactOptional(),
  reason: z.string().trim().min(1, 'say why it fails'),
  /** The last day on which it counts. */
  expires: z.iso.date('must be a day such as 2026-03-31').exactOptional(),
});

type Entry = z.infer<typeof EntrySchema>;

function parseEntries(value: unknown, file: string): readonly Entry[] {
  const parsed = z.array(EntrySchema).safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place =
    issue === undefined || issue.path.length === 0 ? '' : ` entry ${issue.path.map(placeName).join('.')}:`;
  throw refuse(
    `${file}:${place} ${issue?.message ?? 'is not valid'}: ` +
      'write a list of entries with requirement, reason, and where wanted check and expires (2026-03-31)',
  );
}

/** Entries are counted from 1, as people do. */
const placeName = (part: PropertyKey) => (typeof part === 'number' ? part + 1 : String(part));

export interface KnownOptions {
  readonly list: KnownList;
  readonly file: string;
  /** The requirements that an entry may name: those of the service, or those of a receiver of webhooks. */
  readonly requirements: readonly Pick<Requirement, 'id'>[];
  readonly checks: readonly { readonly id: string }[];
  /** The name of the list of these checks in `conformance list`. */
  readonly checksList: 'checks' | 'receiver-checks';
}

/**
 * @param value the contents of the file
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names an entry which matches nothing
 */
export function parseKnownFailures(value: unknown, options: KnownOptions): KnownFailure[] {
  const { list, file, checksList } = options;
  const requirements = new Map<string, RequirementId>(options.requirements.map(({ id }) => [id, id]));
  const checks = options.checks.map(({ id }) => id);
  const seen = new Set<string>();
  return parseEntries(value, file).map(({ requirement, check, reason, expires }) => {
    const id = requirements.get(requirement);
    if (id === undefined) {
      throw refuse(
        `${file}: there is no requirement "${requirement}".${suggestion(requirement, [...requirements.keys()])} ` +
          '`conformance list requirements` shows all',
      );
    }
    if (check !== undefined && !checks.includes(check)) {
      throw refuse(
        `${file}: there is no check "${check}".${suggestion(check, checks)} \`conformance list ${checksList}\` shows all`,
      );
    }
    const key = `${check ?? ''}/${requirement}`;
    if (seen.has(key)) throw refuse(`${file}: ${requirement} is listed twice: keep one of the two entries`);
    seen.add(key);
    return { list, requirement: id, reason, ...given({ check, expires }) };
  });
}
