/** Creates an event of any type as the service would send it now, from the examples of the description. */
import { randomUUID } from 'node:crypto';
import { eventSchemas } from '../../../openapi/description.ts';
import type { WebhookEventType } from '../../../openapi/event-types.ts';
import { eventNames } from '../../../openapi/generated/event-names.ts';
import bundled from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { suggestion } from '../../../openapi/nearest.ts';
import { validate } from '../../../openapi/validate.ts';
import { refuse } from '../../config/refuse.ts';

type Payload = Readonly<Record<string, unknown>>;

/** The envelope of an event (section "Delivery"). */
export interface ExampleEvent {
  readonly eventType: WebhookEventType;
  readonly id: string;
  readonly version: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly data: Payload;
}

interface Described {
  readonly post: {
    readonly summary: string;
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly examples: Readonly<Record<string, { readonly value: ExampleEvent }>>;
        };
      };
    };
  };
}

// The literal type of the file is too complex to use; a test checks every example.
const described = bundled.webhooks as unknown as Readonly<Record<WebhookEventType, Described>>;

const examplesOf = (eventType: WebhookEventType) =>
  described[eventType].post.requestBody.content['application/json'].examples;

/** Every event type with its summary and the names of its examples, in the order of the document. */
export const exampleEvents = eventNames.map((eventType) => ({
  eventType,
  summary: described[eventType].post.summary,
  examples: Object.keys(examplesOf(eventType)),
}));

/** @throws ConformanceError with code `CONFIGURATION_INVALID` that suggests similar names */
export function readEventType(text: string): WebhookEventType {
  const found = eventNames.find((name) => name === text);
  if (found !== undefined) return found;
  const area = eventNames.filter((name) => name.startsWith(`${text}.`));
  const near = area.length > 0 ? ` Did you mean one of ${area.join(', ')}?` : suggestion(text, eventNames);
  throw refuse(`There is no event "${text}".${near} \`conformance webhook trigger\` lists all events.`);
}

interface Wanted {
  /** Name of an example; the first one unless given. */
  readonly example?: string;
  /** Fields that replace those of the example. */
  readonly data?: Payload;
  /** Id of an event that was sent before, to test how the receiver handles a duplicate. */
  readonly id?: string;
}

/** @throws ConformanceError with code `CONFIGURATION_INVALID` when there is no such example */
export function exampleEvent(
  eventType: WebhookEventType,
  now: Date,
  { example, data = {}, id = `evt_${randomUUID()}` }: Wanted = {},
): ExampleEvent {
  const examples = examplesOf(eventType);
  const names = Object.keys(examples);
  const name = example ?? names[0] ?? '';
  const found = Object.hasOwn(examples, name) ? examples[name] : undefined;
  if (found === undefined) {
    throw refuse(
      `${eventType} has no example "${name}".${suggestion(name, names)} There is ${names.join(', ')}.`,
    );
  }
  const timestamp = Math.floor(now.getTime() / 1_000);
  return { ...found.value, eventType, id, timestamp, data: { ...found.value.data, ...data } };
}

/** Differences between an event and its description, one sentence each. */
export function oddities(event: ExampleEvent): readonly string[] {
  const violations = validate(eventSchemas.get(event.eventType) ?? {}, event);
  return violations.map(({ path, message }) => `${path.join('.')} ${message}`);
}
