/** The timestamps that a case may see: those of its own time, on the clock of a business or of this machine. */
import { type OperationId, operation } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { isSuccess } from '../http/is-success.ts';
import { type ApiResponse, showAt, valueAt } from './response.ts';
import { isInSeconds, isWithin, type Span, timestampsIn } from './timestamps.ts';

/** In Unix seconds. */
const wallClock = () => Math.floor(Date.now() / 1_000);

/** The ids of the records in a response. */
function* idsIn(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  if (isRecord(value)) yield value.id;
  for (const part of Object.values(value)) yield* idsIn(part);
}

const keysOf = (items: readonly unknown[], isWanted: (item: unknown) => boolean) =>
  items.flatMap((item, index) => (isWanted(item) ? [String(index)] : []));

/** A timestamp of a response, and whether it lies within the case. */
interface JudgedTime {
  readonly path: readonly string[];
  readonly holds: boolean;
  readonly expected: () => string;
  readonly actual: () => string;
}

export class CaseTimes {
  readonly #startedAt = wallClock();
  readonly #mayMove: () => boolean;
  /** Ids in the responses to writes of the case: other records may be older than it. */
  readonly #made = new Set<unknown>();
  /** Clock times of the businesses of the case, and when each was last read, by business id. */
  readonly #spans = new Map<string, Span & { readonly readAt: number }>();

  /** Businesses that are older than the case. */
  readonly #older = new Set<string>();
  /** Ids of the records that the case has written. */
  readonly #written = new Set<string>();

  /** @param mayMove whether others than the case may move the clock, so that it may be ahead of what the case has read */
  constructor(mayMove: () => boolean) {
    this.#mayMove = mayMove;
  }

  /** Notes that a business, and its records, may be older than the case. */
  noteOlder(businessId: string): void {
    this.#older.add(businessId);
  }

  /** Notes what the clock of a business shows, in Unix seconds. */
  note(businessId: string, now: number): void {
    const from = this.#older.has(businessId) ? 0 : Math.min(now, this.#spans.get(businessId)?.from ?? now);
    this.#spans.set(businessId, { from, to: now, readAt: wallClock() });
  }

  /**
   * Whether the timestamps of a business that the case created lie within the case. Templates may be older, and so may
   * records that came with the business, such as a sample contract. If no control shows the clock of the business, nothing is judged, because a sandbox may have a time of its own.
   */
  judge(
    id: OperationId,
    businessId: string | undefined,
    { status, json }: ApiResponse,
  ): readonly JudgedTime[] {
    if (operation(id).method !== 'get') for (const made of idsIn(json)) this.#made.add(made);
    const span = businessId === undefined ? undefined : this.#spans.get(businessId);
    const isOld = id === 'listContractTemplates' || operation(id).provenance === 'assumed';
    if (span === undefined || isOld || !isSuccess(status)) return [];
    if (operation(id).method !== 'get') for (const each of idsOf(json)) this.#written.add(each);
    const now = wallClock();
    const spans: Span[] = [
      { from: this.#startedAt, to: now },
      // A running clock has moved since then.
      {
        from: span.from,
        to: this.#mayMove() ? Number.POSITIVE_INFINITY : span.to + now - span.readAt,
      },
    ];
    const notLater = spans.map(({ to }): Span => ({ from: 0, to }));
    const periods = () =>
      spans.map(({ from, to }) => `${from} and ${Number.isFinite(to) ? to : 'later'}`).join(', or ');
    const isOlder = (item: unknown) => isRecord(item) && item.id !== undefined && !this.#made.has(item.id);
    const older = new Set(isRecord(json) && Array.isArray(json.data) ? keysOf(json.data, isOlder) : []);
    return [...timestampsIn(json)].flatMap(({ path, value }): JudgedTime[] => {
      if (!isInSeconds(value) || value === 0 || (path[0] === 'data' && older.has(path[1] ?? ''))) return [];
      const expected = () => `${['body', ...path].join('.')} between ${periods()}`;
      const actual = () => `${status} with ${showAt(json, path)}`;
      return [
        { path, holds: isWithin(value, this.#isWritten(json, path) ? spans : notLater), expected, actual },
      ];
    });
  }

  /** Whether the case has written the record around a place in a response. */
  #isWritten(json: unknown, path: readonly string[]): boolean {
    const around = path.map((_, length) => valueAt(json, path.slice(0, length)));
    return around.some((each) => isRecord(each) && typeof each.id === 'string' && this.#written.has(each.id));
  }
}

const idsOf = (json: unknown): readonly string[] =>
  isRecord(json)
    ? Object.entries(json).flatMap(([name, value]) =>
        /id$/i.test(name) && typeof value === 'string' ? [value] : [],
      )
    : [];
