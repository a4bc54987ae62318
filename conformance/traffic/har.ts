/** Reads HAR 1.2, as browsers, Playwright, k6 and mitmproxy write it. */

import * as z from 'zod';
import { allOperations } from '../../openapi/description.ts';
import { ConformanceError } from '../engine/errors.ts';
import { shownAddress } from '../engine/shown-address.ts';
import { providerHeaders } from '../webhooks/provider-headers.ts';
import {
  type Headers,
  type ObservedDelivery,
  type ObservedExchange,
  saysAll,
  type Traffic,
} from './observation.ts';
import { isDescribed } from './recognise.ts';

const HeaderList = z.array(z.object({ name: z.string(), value: z.string() }));

const Entry = z.object({
  startedDateTime: z.string(),
  time: z.number().catch(0),
  /** Written by Chromium if the response came from the browser's cache. */
  _fromCache: z.string().optional(),
  /** Written by Playwright if a test responded in place of the server. */
  _wasFulfilled: z.boolean().optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: HeaderList,
    postData: z.object({ text: z.string().optional() }).optional(),
  }),
  response: z.object({
    status: z.number(),
    headers: HeaderList,
    content: z.object({ text: z.string().optional(), encoding: z.string().optional() }).optional(),
    /** Written by Chromium and Playwright: bytes received over the network; 0 means a cache. */
    _transferSize: z.number().optional(),
  }),
});

const Har = z.object({ log: z.object({ entries: z.array(Entry) }) });
type Entry = z.infer<typeof Entry>;

/** The first folder of every path of the description. */
const root = `/${allOperations[0]?.path.split('/')[1]}/`;

const headersOf = (list: z.infer<typeof HeaderList>): Headers =>
  Object.fromEntries(list.map(({ name, value }) => [name.toLowerCase(), value]));

function textOf(content: Entry['response']['content']): string | undefined {
  if (content?.text === undefined) return undefined;
  return content.encoding === 'base64' ? Buffer.from(content.text, 'base64').toString() : content.text;
}

/** @returns undefined also if less was recorded than received: mitmproxy records an empty text for a truncated body */
function bodyOf({ request, response }: Entry): string | undefined {
  const text = textOf(response.content);
  if (text === undefined || !saysAll(request.method, response.status)) return undefined;
  const { 'content-length': announced, 'content-encoding': coding } = headersOf(response.headers);
  if (text === '') return announced === '0' ? text : undefined;
  const isCut = coding === undefined && Buffer.byteLength(text) < Number(announced ?? 0);
  return isCut ? undefined : text;
}

function timesOf({ startedDateTime, time }: Entry) {
  const startedAt = Date.parse(startedDateTime);
  return { startedAt, endedAt: startedAt + time };
}

function toExchange(entry: Entry, baseUrl: string): ObservedExchange {
  const { request, response } = entry;
  const sent = request.postData?.text;
  const answered = bodyOf(entry);
  return {
    ...timesOf(entry),
    request: {
      method: request.method,
      path: request.url.slice(baseUrl.length).replace(/#.*$/, ''),
      headers: headersOf(request.headers),
      ...(sent !== undefined && { body: sent }),
    },
    response: {
      status: response.status,
      headers: headersOf(response.headers),
      ...(answered !== undefined && { body: answered }),
    },
  };
}

function toDelivery(entry: Entry): ObservedDelivery {
  const { request, response } = entry;
  return {
    ...timesOf(entry),
    to: request.url,
    method: request.method,
    headers: headersOf(request.headers),
    body: request.postData?.text ?? '',
    answered: response.status,
  };
}

const isDelivery = ({ request }: Entry) => providerHeaders(headersOf(request.headers)).signature !== '';

/** Whether the response came from the server now: not from a cache or a test. */
const isOfServer = ({ response, _fromCache, _wasFulfilled }: Entry) =>
  response.status > 0 && response._transferSize !== 0 && _fromCache === undefined && _wasFulfilled !== true;

/** The base address of a request, if its path belongs to an operation. */
function baseOf({ request: { url } }: Entry): string | undefined {
  const place = url.indexOf(root);
  return place > 0 && isDescribed(url.slice(place)) ? url.slice(0, place) : undefined;
}

const refuse = (message: string, cause?: unknown) =>
  new ConformanceError('CONFIGURATION_INVALID', message, { cause });

/** Whether a text is the events or the results of a run instead of a HAR file. */
const isOfRun = (text: string) => /^\s*\{\s*("type":"run-started",)?\s*"schemaVersion":/.test(text);

/** @throws ConformanceError with code `CONFIGURATION_INVALID` */
function entriesIn(name: string, text: string): readonly Entry[] {
  if (isOfRun(text))
    throw refuse(
      `${name} is the record of a run, which has judged its requests itself and keeps those of its findings only: see them with conformance report`,
    );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw refuse(`${name} is not JSON: give a HAR file, which browsers and proxies export`, cause);
  }
  const parsed = Har.safeParse(json);
  if (parsed.success) return parsed.data.log.entries;
  throw refuse(`${name} is no HAR file:\n${z.prettifyError(parsed.error)}`);
}

/**
 * Joins files into one history.
 *
 * @param files texts by name
 * @param baseUrl of the service; determined from the files if they have only one
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function readHar(files: Readonly<Record<string, string>>, baseUrl?: string): Traffic {
  const entries = Object.entries(files)
    .flatMap(([name, text]) => entriesIn(name, text))
    .toSorted((a, b) => timesOf(a).startedAt - timesOf(b).startedAt);
  const found = [...new Set(entries.flatMap((entry) => baseOf(entry) ?? []))];
  const [base = baseUrl, ...others] = baseUrl === undefined ? found : [baseUrl];
  const names = Object.keys(files).join(', ');
  if (base === undefined)
    throw refuse(`${names}: no request is for a path of the interface: give its address with --base-url`);
  if (others.length > 0)
    throw refuse(
      `${names}: the requests go to ${[base, ...others].map(shownAddress).join(' and ')}: choose one with --base-url`,
    );
  const own = entries.filter((entry) => entry.request.url.startsWith(`${base}/`) && !isDelivery(entry));
  return {
    baseUrl: base,
    exchanges: own.filter(isOfServer).map((entry) => toExchange(entry, base)),
    deliveries: entries.filter(isDelivery).map(toDelivery),
  };
}
