/** A counterexample as plain text, for reports other than HTML. */
import type { Exchange, Finding, ReceivedDelivery, Step } from '../conformance/engine/finding.ts';
import { clip, shorten, visibleLine, visibleText } from '../markup/visible-text.ts';
import { findRequirement } from '../openapi/catalogue.ts';
import { prettyBody, purposeOf, saidBy } from './body.ts';
import { outlined } from './findings.ts';
import { foldPolls, type Polled, pollNote } from './polls.ts';
import { timelineLines } from './timeline.ts';

const bodyLimit = 2000;
/** Shorter bodies stay on one line. */
const lineLimit = 160;

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}

function body(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const whole = text.length <= lineLimit ? visibleLine(text) : visibleText(prettyBody(text));
  return [indent(shorten(whole, bodyLimit))];
}

/** The beginning of a body, for the rest of a line. */
function brief(text: string | undefined, lead = ''): string {
  return text === undefined || text === '' ? '' : `${lead} ${clip(visibleLine(text), lineLimit)}`;
}

function answerOf({ response, error }: Exchange): string {
  return response ? String(response.status) : `no response: ${visibleLine(error ?? 'the connection ended')}`;
}

/** How to show a step. */
interface View {
  /** Address of the target, which is left out of each line. */
  readonly origin: string;
  readonly inOutline: boolean;
}

function exchangeLines(polled: Polled, { origin, inOutline }: View): string[] {
  const { exchange } = polled;
  const { request, response } = exchange;
  const path = request.url.startsWith(`${origin}/`) ? request.url.slice(origin.length) : request.url;
  const notes = [purposeOf(request), pollNote(polled)].filter((note) => note !== undefined);
  const sent = `  > ${visibleLine(`${request.method} ${path}`)}`;
  const why = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  if (inOutline) return [`${sent} < ${answerOf(exchange)}${why}${brief(request.body, ', sent')}`];
  return [`${sent}${why}`, ...body(request.body), `  < ${answerOf(exchange)}`, ...body(response?.body)];
}

function deliveryLines(delivery: ReceivedDelivery, { inOutline }: View): string[] {
  const { type, data } = saidBy(delivery.body);
  const received = `  < webhook${type === undefined ? '' : ` ${type}`} received, and ${delivery.answered} returned`;
  return inOutline ? [`${received}${brief(data)}`] : [received, ...body(delivery.body)];
}

function stepLines(step: Step, heading: string, view: View): string[] {
  return [
    `${heading} ${visibleLine(step.label)}`,
    ...(step.believed === undefined
      ? []
      : [`  expected state before this step: ${visibleLine(step.believed)}`]),
    ...foldPolls(step.exchanges).flatMap((polled) => exchangeLines(polled, view)),
    ...step.deliveries.flatMap((delivery) => deliveryLines(delivery, view)),
  ];
}

/** The numbered steps of a finding and, at the end, the violation. Set-up steps are only named. */
export function transcript(finding: Finding): string {
  const { steps, requirement, expected, actual, timeline } = finding;
  const setup = steps.filter(({ phase }) => phase === 'setup');
  const counted = steps.filter(({ phase }) => phase === 'step');
  const inOutline = outlined(finding);
  const [first] = steps.flatMap(({ exchanges }) => exchanges);
  const origin = /^https?:\/\/[^/]+/.exec(first?.request.url ?? '')?.[0] ?? '';
  // Results of another version may contain an unknown requirement.
  const section = findRequirement(requirement)?.section;
  return [
    ...(setup.length === 0 ? [] : [`Set-up: ${setup.map(({ label }) => visibleLine(label)).join('; ')}`]),
    ...counted.flatMap((step, index) =>
      stepLines(step, `${index + 1}.`, { origin, inOutline: inOutline.has(step) }),
    ),
    ...(timeline === undefined ? [] : ['No order explains:', ...timelineLines(timeline)]),
    `✗ ${requirement}${section === undefined ? '' : `, section "${section}"`}`,
    `  expected: ${shorten(visibleLine(expected), bodyLimit)}`,
    `  actual:   ${shorten(visibleLine(actual), bodyLimit)}`,
  ].join('\n');
}
