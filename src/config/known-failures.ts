/** Lists of known failures and of flaky ones: a sequence of entries, as YAML or JSON. */
import * as z from 'zod';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import type { KnownFailure, KnownList } from '../../conformance/engine/known.ts';
import { findRequirement, requirements } from '../../openapi/catalogue.ts';
import { suggestion } from '../nearest.ts';

const EntrySchema = z.strictObject({
  requirement: z.string(),
  check: z.string().exactOptional(),
  reason: z.string().trim().min(1, 'say why it fails'),
  /** The last day on which it counts. */
  expires: z.iso.date('must be a day such as 2026-03-31').exactOptional(),
});

type Entry = z.infer<typeof EntrySchema>;

const refuse = (message: string) => new ConformanceError('CONFIGURATION_INVALID', message);

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

/**
 * @param value what the file holds
 * @param checks the ids of all checks
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names an entry which matches nothing
 */
export function parseKnownFailures(
  value: unknown,
  {
    list,
    file,
    checks,
  }: { readonly list: KnownList; readonly file: string; readonly checks: readonly string[] },
): KnownFailure[] {
  const seen = new Set<string>();
  return parseEntries(value, file).map(({ requirement, check, reason, expires }) => {
    const entry = findRequirement(requirement);
    if (entry === undefined) {
      const near = suggestion(
        requirement,
        requirements.map(({ id }) => id),
      );
      throw refuse(
        `${file}: there is no requirement "${requirement}".${near} \`conformance list requirements\` shows all`,
      );
    }
    if (check !== undefined && !checks.includes(check)) {
      throw refuse(
        `${file}: there is no check "${check}".${suggestion(check, checks)} \`conformance list checks\` shows all`,
      );
    }
    const key = `${check ?? ''}/${requirement}`;
    if (seen.has(key)) throw refuse(`${file}: ${requirement} is listed twice: keep one of the two entries`);
    seen.add(key);
    return {
      list,
      requirement: entry.id,
      reason,
      ...(check !== undefined && { check }),
      ...(expires !== undefined && { expires }),
    };
  });
}
