/** Removes secrets from the texts of a finding, and keeps the fields that programs read. */

import type { Expectation, ValueRule } from './expectation.ts';
import type { Exchange, Finding, ReceivedDelivery, Step } from './finding.ts';
import type { Redactor } from './redactor.ts';

/** A secret may be as short as one letter, which occurs in every name, so fields that programs read are kept. */
export function redactFinding<Kind extends Omit<Finding, 'curl'>>(finding: Kind, redactor: Redactor): Kind {
  const text = (value: string) => redactor.redact(value);
  const texts = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));

  const delivery = ({ headers, body, answered }: ReceivedDelivery): ReceivedDelivery => ({
    headers: texts(headers),
    body: text(body),
    answered,
  });
  const exchange = ({ request, response, error, ...named }: Exchange): Exchange => ({
    ...named,
    request: {
      ...request,
      url: text(request.url),
      headers: texts(request.headers),
      ...(request.body !== undefined && { body: text(request.body) }),
    },
    ...(response && {
      response: {
        ...response,
        headers: texts(response.headers),
        ...(response.body !== undefined && { body: text(response.body) }),
      },
    }),
    ...(error !== undefined && { error: text(error) }),
  });
  const step = ({ label, believed, exchanges, deliveries, ...named }: Step): Step => ({
    ...named,
    label: text(label),
    ...(believed !== undefined && { believed: text(believed) }),
    exchanges: exchanges.map(exchange),
    deliveries: deliveries.map(delivery),
  });
  const rule = (given: ValueRule): ValueRule =>
    given.type === 'one-of' || given.type === 'none-of'
      ? { ...given, values: given.values.map((each) => (typeof each === 'string' ? text(each) : each)) }
      : given;
  const expectation = ({ values, resource, ...rest }: Expectation): Expectation => ({
    ...rest,
    ...(resource !== undefined && { resource: text(resource) }),
    ...(values && {
      values: values.map((each) => ({ ...each, at: each.at.map(text), rule: rule(each.rule) })),
    }),
  });
  return {
    ...finding,
    expected: text(finding.expected),
    actual: text(finding.actual),
    ...(finding.at && { at: finding.at.map(text) }),
    ...(finding.expects && { expects: expectation(finding.expects) }),
    ...(finding.timeline && {
      timeline: finding.timeline.map(({ label, outcome, ...named }) => ({
        ...named,
        label: text(label),
        ...(outcome !== undefined && { outcome: text(outcome) }),
      })),
    }),
    steps: finding.steps.map(step),
  };
}
