/** Turns a recorded conversation into a shell script. */
import type { Exchange, Step } from '../engine/finding.ts';

/** Inside double quotes, so that the names of environment variables stay live and nothing else does. */
function quoteHeader(text: string): string {
  const escaped = text.replace(/["\\`]/g, '\\$&').replace(/\$(?!CONFORMANCE_[A-Z_]+)/g, '\\$');
  return `"${escaped}"`;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function command({ request }: Exchange): string {
  const parts = [`curl -sS -i -X ${request.method} ${quote(request.url)}`];
  for (const [name, value] of Object.entries(request.headers))
    parts.push(`-H ${quoteHeader(`${name}: ${value}`)}`);
  if (request.body === undefined) return parts.join(' \\\n  ');
  // Forms hold bytes, which are recorded with escapes.
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data') ?? false;
  parts.push(`--data-binary ${isForm ? '@-' : quote(request.body)}`);
  const curl = parts.join(' \\\n  ');
  return isForm ? `printf %b ${quote(request.body)} | ${curl}` : curl;
}

const comment = (text: string) => `# ${text.replaceAll(/\s+/g, ' ')}`;

/** The conversation as a POSIX shell script; credentials come from the environment variables that it names. */
export function curlScript(steps: readonly Step[]): string {
  const lines = ['#!/bin/sh'];
  for (const { label, phase, exchanges } of steps) {
    if (exchanges.length === 0) continue;
    lines.push('', comment(phase === 'setup' ? `set-up: ${label}` : label));
    for (const exchange of exchanges) lines.push(command(exchange));
  }
  return `${lines.join('\n')}\n`;
}
