/** Results that were read from a file, which a stranger may have written: what a reader may run is written again from their data. */
import type { RunEvent } from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { Invocation } from '../conformance/engine/invocation.ts';
import type { Results } from '../conformance/engine/results.ts';
import { curlScript } from '../conformance/http/curl.ts';
import { receiverScriptAgain } from '../conformance/receiver/curl.ts';
import { findRequirement } from '../openapi/catalogue.ts';
import type { EventRecord } from './ndjson.ts';

/** A name of a variable in a printed command would become the key. */
const named = /\$(?=CONFORMANCE_)/g;

/**
 * The command line of a run, to be printed. Its options stay, each as a quoted value.
 *
 * @param program the command that started this process; that of the file could be any command
 */
function invocationFromFile({ record, options }: Invocation, program: string): Invocation {
  const shown = Object.entries(options)
    .filter(([name]) => /^[a-z]+(-[a-z]+)*$/.test(name))
    .map(([name, values]) => [name, values.map((value) => value.replace(named, ''))] as const);
  return { program, record, options: Object.fromEntries(shown) };
}

/**
 * The script of a finding, from its data alone.
 *
 * @param sendTo address that the reader chose; without one, the script asks for it
 */
export function scriptFromFile(
  finding: Finding,
  { target }: Pick<Results, 'target'>,
  sendTo?: string,
): string {
  if (target.kind === 'receiver') return receiverScriptAgain(finding);
  const section = findRequirement(finding.requirement)?.section ?? '';
  return curlScript(finding, target, section, { type: 'file', sendTo });
}

const findingFromFile = (finding: Finding, of: Pick<Results, 'target'>): Finding => ({
  ...finding,
  curl: scriptFromFile(finding, of),
});

/** The events of a record, and its results. @param program the command that started this process */
export function recordFromFile(record: EventRecord, program: string): EventRecord {
  const { run } = record.started;
  const { target } = record.results;
  const invocation = run.invocation && invocationFromFile(run.invocation, program);
  const started = { ...record.started, run: { ...run, ...(invocation && { invocation }) } };
  const shown = (event: RunEvent): RunEvent => {
    if (event.type === 'run-started') return started;
    if (event.type !== 'finding-reported') return event;
    return { ...event, finding: findingFromFile(event.finding, { target }) };
  };
  const results = resultsFromFile(record.results, program);
  return { ...record, started, events: record.events.map(shown), results };
}

/** @param program the command that started this process */
export function resultsFromFile(results: Results, program: string): Results {
  const { run, findings } = results;
  const { invocation } = run;
  return {
    ...results,
    run: { ...run, ...(invocation && { invocation: invocationFromFile(invocation, program) }) },
    findings: findings.map((finding) => findingFromFile(finding, results)),
  };
}
