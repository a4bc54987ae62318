/** Writes a conversation with a receiver as a shell script, which signs when it runs because old signatures would be rejected. */
import type { Finding, Step } from '../engine/finding.ts';
import { type Dialect, isStandard, standardWebhooks } from './dialect.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();

const opening = `#!/bin/sh
# Needs curl and openssl. CONFORMANCE_RECEIVER_URL is the address of the receiver.`;

const signer = `# CONFORMANCE_WEBHOOK_SECRET is its signing secret, as the dashboard shows it.
key=$(printf %s "\${CONFORMANCE_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
sign() { # id, timestamp, body
  printf %s "$1.$2.$3" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A
}`;

/** Whether the signature of a step is that of the provider over the sent body. */
export type Genuine = (headers: Readonly<Record<string, string>>, body: string) => boolean;

function* commandsOf(step: Step, isGenuine: Genuine, sentAt: number): Generator<string> {
  yield `\n# ${oneLine(step.label)}`;
  for (const { request } of step.exchanges) {
    const { headers, body = '' } = request;
    const genuine = isGenuine(headers, body);
    const offset = Number(headers['hook-timestamp']) - sentAt;
    yield `body=${quote(body)}`;
    if (genuine) yield `at=$(($(date +%s) + ${Math.abs(offset) < 60 ? 0 : offset}))`;
    // A file could name another option of curl here, or a file to send.
    const named = Object.entries(headers).filter(([name]) => /^[\w-]+$/.test(name));
    const shown = named.map(([name, value]) => {
      if (genuine && name === 'hook-timestamp') return `-H "${name}: $at"`;
      if (genuine && name === 'hook-signature')
        return `-H "${name}: v1,$(sign ${quote(headers['hook-id'] ?? '')} "$at" "$body")"`;
      return `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`;
    });
    yield [
      `printf %s "$body" | curl -sS -i -X POST "$CONFORMANCE_RECEIVER_URL"`,
      ...shown,
      '--data-binary @-',
    ].join(' \\\n  ');
    yield 'echo';
  }
}

/**
 * @param isGenuine whether a signature is that of the provider over the sent body; other signatures are sent as recorded
 * @param sentAt Unix seconds of the run
 */
export function receiverScript(
  { steps, requirement }: Pick<Finding, 'steps' | 'requirement'>,
  dialect: Dialect,
  isGenuine: Genuine,
  sentAt: number,
): string {
  const signs = (step: Step) =>
    step.exchanges.some(({ request }) => isGenuine(request.headers, request.body ?? ''));
  const isAnySigned = isStandard(dialect) && steps.some(signs);
  const genuine: Genuine = isAnySigned ? isGenuine : () => false;
  const commands = steps.flatMap((step) => [...commandsOf(step, genuine, sentAt)]);
  return [
    opening,
    ...(isAnySigned ? [signer] : []),
    ...commands,
    `\n# Here ${oneLine(requirement)} breaks.`,
    '',
  ].join('\n');
}

/**
 * Writes the script of a finding that was read from a file, from its data alone. The recorded script shows no more than which
 * deliveries are signed, because only the secret shows that, and how old they are.
 */
export function receiverScriptAgain(finding: Finding): string {
  const exchanges = finding.steps.flatMap((step) => step.exchanges);
  const recorded = finding.curl.split(/^body='/m).slice(1);
  const signed = exchanges.flatMap(({ request: { headers } }, index) => {
    const part = recorded[index] ?? '';
    const offset = Number(/^at=.* \+ (-?\d{1,9})\)\)$/m.exec(part)?.[1] ?? 0);
    return part.includes('v1,$(sign ') ? [{ headers, offset }] : [];
  });
  const known = new Set(signed.map(({ headers }) => headers));
  // A small offset was written as 0.
  const { headers = {}, offset = 0 } = signed.find((each) => each.offset !== 0) ?? signed[0] ?? {};
  const sentAt = Number(headers['hook-timestamp'] ?? 0) - offset;
  return receiverScript(finding, standardWebhooks, (each) => known.has(each), sentAt);
}
