/** Whether the data of a snippet is valid for its declared kind. */
import { parse } from 'yaml';
import { allChecks } from '../../../conformance/all-checks.ts';
import { consumerChecks } from '../../../conformance/receiver/checks/index.ts';
import { receiverRequirements, requirements } from '../../../openapi/catalogue.ts';
import { parseKnownFailures } from '../../../src/config/known-failures.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';
import { githubErrors } from '../../../src/testing/github-parser.ts';
import type { Problem, Snippet } from './fences.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A snippet is a file when its first line is a comment with the name of one. */
function nameOf({ text, flags }: Snippet): string | undefined {
  const [, name] = /^(?:#|\/\/) (\S+\.\w+)\n/.exec(text) ?? [];
  return name ?? flags.find((flag) => /\.\w+$/.test(flag));
}

/** A placeholder in the name of an action, which no parser knows, must be explained in the line before it. */
function placeholders(text: string): string[] {
  const names = [...text.matchAll(/^ *(?:- )?uses: ([A-Z][A-Z_]+)\//gm)].map(([, name = '']) => name);
  return [...new Set(names)]
    .filter((name) => !new RegExp(`^ *# Replace ${name}\\b`, 'm').test(text))
    .map(
      (name) => `${name} is for the reader to replace: say so in the line before it (# Replace ${name} …)`,
    );
}

/** Checks a file as its name requires. */
function judge(name: string, value: unknown, text: string): readonly string[] {
  if (/conformance\.config\.(json|yaml)$/.test(name)) {
    parseConfig(value, name);
  } else if (/(known-failures|flaky)\.(json|yaml)$/.test(name)) {
    const ofReceiver = name.includes('receiver');
    parseKnownFailures(value, {
      list: 'known-failures',
      file: name,
      requirements: ofReceiver ? receiverRequirements : requirements,
      checks: ofReceiver ? consumerChecks : allChecks,
      checksList: ofReceiver ? 'receiver-checks' : 'checks',
    });
  } else if (name.startsWith('.github/workflows/')) {
    return [...githubErrors('workflow', name, text), ...placeholders(text)];
  }
  return [];
}

/** Completes a part of a larger text: adds the braces around a field, and closes those that are open at the end. */
export function complete(text: string): string {
  const inner = text.trim().replace(/,$/, '');
  const whole = /^"[^"]+":/.test(inner) ? `{${inner}` : inner;
  const open: string[] = [];
  for (const [bracket] of whole.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[{}[\]]/g)) {
    if (bracket === '{' || bracket === '[') open.push(bracket === '{' ? '}' : ']');
    else open.pop();
  }
  return `${whole}${open.reverse().join('')}`;
}

/** Every problem of a snippet in YAML or JSON. */
export function dataProblems(snippet: Snippet): readonly Problem[] {
  const { file, line, language, text, flags } = snippet;
  try {
    const whole = flags.includes('excerpt') ? complete(text) : text;
    const value: unknown = language === 'json' ? JSON.parse(whole) : parse(whole);
    const name = nameOf(snippet);
    const messages = name === undefined ? [] : judge(name, value, text);
    return messages.map((message) => ({ file, line, message }));
  } catch (error) {
    return [{ file, line, message: messageOf(error) }];
  }
}
