/** Events from the examples of the description, with new ids in each run. */
import { createHash } from 'node:crypto';
import { eventExamples, eventSchemas } from '../../openapi/description.ts';
import { type Description, documentedFields } from '../../openapi/documented.ts';
import description from '../../openapi/generated/openapi.json' with { type: 'json' };

/** The envelope of an event (section "Delivery"). */
export interface SampleEvent {
  readonly eventType: string;
  readonly id: string;
  readonly version: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One example of the description. */
export interface Sample {
  readonly eventType: string;
  /** Name of the example, such as `deposit-gbp`. */
  readonly name: string;
  readonly event: SampleEvent;
}

/** Every example of every event, in the order of the description; each is an envelope. */
export const samples: readonly Sample[] = [...eventExamples].flatMap(([eventType, examples]) =>
  Object.entries(examples).map(([name, event]) => ({ eventType, name, event: event as SampleEvent })),
);

/** @throws Error if the description has no such event: a fault of the check */
export function sample(eventType: string, name?: string): Sample {
  const found = samples.find((each) => each.eventType === eventType && (name ?? each.name) === each.name);
  if (found === undefined) throw new Error(`The description shows no ${eventType} ${name ?? ''}`);
  return found;
}

/** The same event with documented fields only, for receivers that accept nothing else. */
export function onlyDocumented(event: SampleEvent): SampleEvent {
  const schema = eventSchemas.get(event.eventType);
  // The bundled file is an OpenAPI description; only fields of data are left out of an envelope.
  return documentedFields(schema, event, description as unknown as Description) as SampleEvent;
}

const uuidPattern = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** A UUID that depends only on some texts. */
export function uuidOf(...seeds: readonly string[]): string {
  const hex = createHash('sha256').update(seeds.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Gives every resource in a value a new id; equal ids stay equal. */
export function renewIds<T>(value: T, salt: string): T {
  const text = JSON.stringify(value).replace(uuidPattern, (uuid) => uuidOf(salt, uuid));
  return JSON.parse(text) as T;
}
