/** A counterexample as plain text, for the reports that have no other way to show a conversation. */
import type { Exchange, Finding, ReceivedDelivery, Step } from '../conformance/engine/finding.ts';
import { shorten, visibleLine, visibleText } from '../markup/visible-text.ts';
import { prettyBody } from './body.ts';

const bodyLimit = 2000;

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}

function body(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  return [indent(shorten(visibleText(prettyBody(text)), bodyLimit))];
}

function exchangeLines({ request, response, error }: Exchange): string[] {
  return [
    `  > ${visibleLine(`${request.method} ${request.url}`)}`,
    ...body(request.body),
    response ? `  < ${response.status}` : `  < no response: ${visibleLine(error ?? 'the connection ended')}`,
    ...body(response?.body),
  ];
}

function deliveryLines(delivery: ReceivedDelivery): string[] {
  return [`  < webhook received, answered ${delivery.answered}`, ...body(delivery.body)];
}

function stepLines(step: Step, heading: string): string[] {
  return [
    `${heading} ${visibleLine(step.label)}`,
    ...step.exchanges.flatMap(exchangeLines),
    ...step.deliveries.flatMap(deliveryLines),
  ];
}

/** The steps of a finding, numbered; set-up is only counted. */
export function transcript({ steps }: Finding): string {
  const setup = steps.filter(({ phase }) => phase === 'setup');
  const counted = steps.filter(({ phase }) => phase === 'step');
  return [
    ...(setup.length === 0 ? [] : [`Set-up: ${setup.map(({ label }) => visibleLine(label)).join('; ')}`]),
    ...counted.flatMap((step, index) => stepLines(step, `${index + 1}.`)),
  ].join('\n');
}
