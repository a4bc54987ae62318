/** The tools of `conformance mcp`: what a person does with the commands, as calls of what the commands do. */
import { z } from 'zod';
import type { Redactor } from '../../../conformance/engine/redactor.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { redactorFor } from '../../../conformance/provider/redactor-for.ts';
import { AdapterAudit } from '../../../conformance/target/adapter-audit.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { findRequirement } from '../../../openapi/catalogue.ts';
import { assumptions } from '../../../reports/assumptions.ts';
import { transcript } from '../../../reports/transcript.ts';
import { documentedFigures } from '../../../reports/wording.ts';
import type { LoadFaults } from '../../config/fault-catalogue.ts';
import { forgetModules } from '../../config/import-module.ts';
import { type RunSettings, resolveRun } from '../../config/settings.ts';
import { given, profileNames } from '../../config/values.ts';
import { chooseFinding } from '../choose-finding.ts';
import { loadConfig } from '../config-file.ts';
import { hasWrongLine, inspectTarget, seedOfTrial } from '../connect/inspect.ts';
import { explain } from '../describe/explain.ts';
import { listedKinds, listingOf } from '../describe/list.ts';
import { planRepetition, repeat } from '../replay.ts';
import { runAndReport } from '../run/run.ts';
import { readRun } from '../run/run-files.ts';
import { createTerminal } from '../terminal.ts';
import { untrusted } from './answer.ts';
import { allowedAddress, allowedFile, type Leave, withinLeave } from './guard.ts';

/** What a call has at hand. */
export interface ToolContext {
  readonly leave: Leave;
  readonly config?: string;
  readonly adapter?: string;
  readonly redactor: Redactor;
  readonly loadFaults: LoadFaults;
  readonly signal: AbortSignal;
}

/** One tool. */
export interface Tool {
  readonly about: string;
  readonly input: z.ZodObject;
  /** Whether it sends nothing but reads to a target, and changes no file. */
  readonly readOnly: boolean;
  call(input: unknown, context: ToolContext): Promise<object>;
}

interface ToolEntry<Shape extends z.ZodRawShape> extends Pick<Tool, 'about' | 'readOnly'> {
  readonly input: Shape;
  call(input: z.output<z.ZodObject<Shape>>, context: ToolContext): object | Promise<object>;
}

function tool<Shape extends z.ZodRawShape>({ input, call, ...entry }: ToolEntry<Shape>): Tool {
  const schema = z.strictObject(input);
  return {
    ...entry,
    input: schema,
    call: async (args, context) => {
      // An agent edits its adapter between two calls.
      forgetModules();
      return call(schema.parse(args), context);
    },
  };
}

const ofTarget = {
  baseUrl: z
    .string()
    .optional()
    .describe('address of the server; default: that of the configuration, or an embedded reference server'),
  config: z.string().optional().describe('configuration file (default: conformance.config.* of the folder)'),
  adapter: z.string().optional().describe('adapter file, in place of that of the configuration'),
};
const ofFinding = {
  results: z
    .string()
    .default('conformance-report')
    .describe('results.json of a run, or the folder of its report'),
  finding: z.string().optional().describe('id of the finding or of its requirement; default: the only one'),
};

type TargetInput = { readonly [Name in keyof typeof ofTarget]?: string | undefined };

interface Choices {
  readonly readOnly?: boolean | undefined;
  readonly fault?: string | undefined;
  readonly profile?: (typeof profileNames)[number] | undefined;
  readonly seed?: number | undefined;
}

const filesOf = ({ config, adapter }: TargetInput, context: ToolContext) =>
  given({
    config: config === undefined ? context.config : allowedFile(config),
    adapter: adapter === undefined ? context.adapter : allowedFile(adapter),
  });

/** The settings of a call, within the leave that the user gave. */
async function settingsOf(
  input: TargetInput,
  sends: 'reads' | 'writes',
  context: ToolContext,
  { readOnly = false, ...choices }: Choices = {},
): Promise<RunSettings> {
  const { leave, redactor } = context;
  const files = filesOf(input, context);
  const config = await loadConfig(files.config, files.adapter);
  const asked =
    input.baseUrl === undefined ? leave.baseUrl : allowedAddress(input.baseUrl, config.baseUrl, leave);
  const flags = {
    control: true,
    readOnly,
    ...given({ baseUrl: asked, environment: leave.environment, ...choices }),
  };
  const settings = resolveRun(flags, config, process.env, () => seedOfTrial);
  redactorFor(settings.target, redactor);
  return { ...settings, target: withinLeave(settings.target, sends, leave) };
}

const targetOf = (target: Target) => ({
  baseUrl: target.baseUrl,
  kind: target.kind,
  environment: target.environment,
  access: accessOf(target),
});

const most = 10;
const mostListed = 50;

const survey = tool({
  about:
    'Looks at a server and creates nothing: whether it responds, accepts the keys, and which operations it has.',
  input: ofTarget,
  readOnly: true,
  async call(input, context) {
    const settings = await settingsOf(input, 'reads', context);
    const trial = { isTried: false, audit: new AdapterAudit() };
    const seen = await inspectTarget(settings, trial, context.signal);
    const { target, absent, offered } = seen;
    return {
      target: targetOf(target),
      offered: offered.seen,
      notFound: absent,
      survey: untrusted(assumptions(seen.survey)),
    };
  },
});

const doctor = tool({
  about:
    'How many requirements a run of this server exercises, and what to connect next with the number that each step adds. ' +
    'With try, sends what a run would send and tries each line of the adapter; with audit, lists what the adapter adds.',
  input: { ...ofTarget, try: z.boolean().default(false), audit: z.boolean().default(false) },
  readOnly: false,
  async call({ try: tries, audit: isAudited, ...input }, context) {
    const isTried = tries || isAudited;
    const settings = await settingsOf(input, isTried ? 'writes' : 'reads', context);
    const audit = new AdapterAudit();
    const seen = await inspectTarget(settings, { isTried, audit }, context.signal);
    const { next, reasons, exercisable, testable } = seen.diagnosis;
    return {
      target: targetOf(seen.target),
      exercised: exercisable.length,
      testable,
      isTried: seen.results !== undefined,
      next: next.slice(0, most).map(({ needs, requirements }) => ({
        adds: requirements.length,
        connect: needs.map(({ name }) => name),
        how: [...new Set(needs.map(({ remedy }) => remedy))],
      })),
      hasWrongLine: hasWrongLine(seen.survey),
      ...(isTried && {
        lines: untrusted(seen.survey.lines?.filter(({ outcome }) => outcome !== 'works') ?? []),
      }),
      ...(isAudited && { audit: untrusted(audit.lines) }),
      otherReasons: untrusted(
        reasons.slice(0, most).map(({ reason, requirements }) => ({ reason, count: requirements.length })),
      ),
    };
  },
});

const explainId = tool({
  about: 'Explains a requirement, a check or a fault, and what is related to it.',
  input: { id: z.string().describe('such as PAYROLL-024 or payroll.model') },
  readOnly: true,
  call: async ({ id }, { loadFaults }) => explain(id, await loadFaults()),
});

const list = tool({
  about: `Lists checks, requirements and more, at most ${mostListed}; "containing" narrows the list.`,
  input: {
    what: z.enum(listedKinds).default('checks'),
    containing: z.string().default('').describe('text that the entry contains, such as payroll'),
  },
  readOnly: true,
  async call({ what, containing }, { loadFaults }) {
    const { header, rows } = await listingOf(what, loadFaults);
    const wanted = containing.toLowerCase();
    const found = rows.filter((row) => row.some((cell) => cell.toLowerCase().includes(wanted)));
    return { columns: header, rows: found.slice(0, mostListed), total: found.length };
  },
});

/** Findings by what the catalogue says of them; the rest may be the words of a target. */
const findingsOf = ({ findings }: Results) =>
  findings.slice(0, mostListed).map(({ id, requirement, level }) => ({
    id,
    requirement,
    level,
    statement: findRequirement(requirement)?.statement,
  }));

const run = tool({
  about:
    'Tests a server, or the embedded reference server, with all checks or some, writes the report, and returns verdict and findings.',
  input: {
    ...ofTarget,
    checks: z.array(z.string()).min(1).optional().describe('patterns of ids, such as payroll.*'),
    profile: z.enum(profileNames).optional(),
    seed: z.int().min(0).max(0xffff_ffff).optional(),
    readOnly: z.boolean().optional().describe('send only reads'),
    fault: z.string().optional().describe('deliberate fault of the embedded server, to see a finding'),
  },
  readOnly: false,
  async call({ checks, readOnly, fault, profile, seed, ...input }, context) {
    const choices = { readOnly, fault, profile, seed };
    const settings = await settingsOf(input, readOnly ? 'reads' : 'writes', context, choices);
    const flags = { control: true, try: true, quiet: true, color: false } as const;
    const { baseUrl } = settings.target;
    const options = { ...flags, ...filesOf(input, context), ...given({ ...choices, checks, baseUrl }) };
    // Standard output belongs to the protocol.
    const terminal = createTerminal({ color: false }, process.stderr);
    const ended = await runAndReport(options, settings, context.loadFaults, terminal, context.signal);
    const { results, code } = ended;
    return {
      verdict: results.verdict,
      exitCode: code,
      documented: documentedFigures(results),
      requests: results.run.requests,
      report: settings.out,
      findings: findingsOf(results),
      because: untrusted(results.exit?.reason),
    };
  },
});

const finding = tool({
  about:
    'Reads a finding of a run: the rule, what was expected, what came, and the shortest conversation that shows it.',
  input: ofFinding,
  readOnly: true,
  call({ results: name, finding: wanted }) {
    const found = chooseFinding(readRun(allowedFile(name)), wanted, name);
    const rule = findRequirement(found.requirement);
    return {
      rule: rule && { id: rule.id, level: rule.level, section: rule.section, statement: rule.statement },
      interpretations: rule?.interpretations?.map(({ interpretation, otherwise }) => ({
        interpretation,
        otherwise,
      })),
      finding: untrusted({
        id: found.id,
        title: found.title,
        check: found.check,
        conversation: transcript(found),
      }),
    };
  },
});

const replay = tool({
  about: 'Repeats a finding with the same values, and says whether the server still breaks the rule.',
  input: { ...ofFinding, ...ofTarget },
  readOnly: false,
  async call({ results: name, finding: wanted, ...input }, context) {
    const { leave, redactor, loadFaults, signal } = context;
    const file = allowedFile(name);
    const files = filesOf(input, context);
    const configured = (await loadConfig(files.config, files.adapter)).baseUrl;
    const { baseUrl: address = leave.baseUrl } = input;
    const asked = address === undefined ? undefined : allowedAddress(address, configured, leave);
    const options = { control: true, ...files, ...given({ baseUrl: asked, environment: leave.environment }) };
    const repetition = await planRepetition(file, wanted, options);
    redactorFor(repetition.settings, redactor);
    const settings = withinLeave(repetition.settings, 'writes', leave);
    const { outcome, where } = await repeat({ ...repetition, settings }, loadFaults, signal);
    const seen = outcome.status === 'reproduced' ? transcript(outcome.finding) : undefined;
    const reason = outcome.status === 'impossible' ? outcome.reason : undefined;
    return {
      outcome: outcome.status,
      where,
      said: untrusted(given({ conversation: seen, reason, notice: repetition.notice })),
    };
  },
});

const validate = tool({
  about: 'Reads a configuration and its adapter, and says what is wrong with them. Sends nothing.',
  input: ofTarget,
  readOnly: true,
  async call(input, context) {
    const { target } = await settingsOf(input, 'reads', context);
    const { controls } = target;
    return {
      valid: true,
      baseUrl: target.baseUrl ?? 'an embedded reference server',
      keys: Object.keys({ ...target.credentials, ...target.issuers }),
      operations: Object.keys(target.operations ?? {}),
      controls: typeof controls === 'object' ? Object.keys(controls) : controls,
      absentOperations: target.absentOperations,
    };
  },
});

/** By the names under which a client sees them. */
export const tools: Readonly<Record<string, Tool>> = {
  survey,
  doctor,
  explain: explainId,
  list,
  run,
  finding,
  replay,
  validate,
};
