/** Judges the traffic of one test of another project. */
import type { Environment } from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { KnownFailure } from '../conformance/engine/known.ts';
import type { Traffic } from '../conformance/traffic/observation.ts';
import { TrafficRecord } from '../conformance/traffic/record.ts';
import { judgeTraffic, type Side } from '../conformance/traffic/run.ts';
import { normaliseBaseUrl } from './config/base-url.ts';
import { given } from './config/values.ts';
import { account, RequirementBroken } from './requirement-broken.ts';
import { tool } from './tool.ts';

/** Options for judging the service that a test uses. */
export interface JudgeOptions {
  /** Address of the service. Requests to other addresses are not judged. */
  readonly baseUrl: string;
  /**
   * The side whose violations fail the test; `client` is the code that sends the requests.
   *
   * @defaultValue `server`
   */
  readonly failOn?: 'server' | 'client' | 'both';
  /** Environment of the service; some rules apply to only one of them. @defaultValue `sandbox` */
  readonly environment?: Environment;
  /** Signing secret of the webhooks; without it signatures are not judged. */
  readonly webhookSecret?: string;
  /** Violations that fail no test, until a day if one is given (`2026-03-31`, UTC). */
  readonly knownFailures?: readonly Omit<KnownFailure, 'list'>[];
}

/** The results of judging a test. */
export interface Judged {
  readonly requests: number;
  readonly webhooks: number;
  /** Ids of the requirements that the traffic has shown. */
  readonly requirements: readonly string[];
  /** Violations that fail no test: known ones, and those of rules that the interface document does not state. */
  readonly warnings: readonly Finding[];
}

/** The requirements and findings of one side. */
interface Seen {
  readonly side: Side;
  readonly requirements: readonly string[];
  readonly findings: readonly Finding[];
}

/** Documented, and not a known failure. */
const decides = ({ level, known }: Finding) => level === 'documented' && known === undefined;

const sidesOf = { server: ['observed'], client: ['clients'], both: ['observed', 'clients'] } as const;

const headings: Readonly<Record<Side, string>> = {
  observed: 'The server does what the interface document does not allow.',
  clients: 'The client does what the interface document does not allow.',
};

/** The commands of a script, without the comments that repeat the transcript. */
function repetition({ curl, steps }: Finding): readonly string[] {
  if (steps.every(({ exchanges }) => exchanges.length === 0)) return [];
  const commands = curl.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return [['To repeat it:', ...commands].join('\n  ')];
}

const tell = ({ side, findings }: Pick<Seen, 'side' | 'findings'>): readonly string[] =>
  findings.length === 0
    ? []
    : [headings[side], ...findings.flatMap((finding) => [account(finding), ...repetition(finding)])];

export class TestJudge {
  readonly #options: JudgeOptions;
  readonly baseUrl: string;
  /** Traffic is added to it as it passes. */
  readonly record = new TrafficRecord();

  /** @throws ConformanceError with code `CONFIGURATION_INVALID` */
  constructor(options: JudgeOptions) {
    this.#options = options;
    this.baseUrl = normaliseBaseUrl(options.baseUrl);
  }

  /**
   * Judges the traffic since the last check, and forgets it.
   *
   * @throws RequirementBroken
   */
  async check(): Promise<Judged> {
    const { failOn = 'server' } = this.#options;
    const { exchanges, deliveries } = await this.record.take();
    const traffic = { baseUrl: this.baseUrl, exchanges, deliveries };
    const sides = exchanges.length + deliveries.length === 0 ? [] : sidesOf[failOn];
    const seen: Seen[] = [];
    for (const side of sides) seen.push(await this.#look(side, traffic));
    const broken = seen.map(({ side, findings }) => ({ side, findings: findings.filter(decides) }));
    const findings = broken.flatMap((each) => each.findings);
    if (findings.length > 0) throw new RequirementBroken(findings, broken.flatMap(tell).join('\n\n'));
    return {
      requests: exchanges.length,
      webhooks: deliveries.length,
      requirements: [...new Set(seen.flatMap(({ requirements }) => requirements))],
      warnings: seen.flatMap((each) => each.findings),
    };
  }

  async #look(side: Side, traffic: Traffic): Promise<Seen> {
    const { environment, webhookSecret, knownFailures = [] } = this.#options;
    const listed = knownFailures.map((entry) => ({ ...entry, list: 'known-failures' as const }));
    const requirements: string[] = [];
    const findings: Finding[] = [];
    const run = { traffic, tool, knownFailures: listed, ...given({ environment, webhookSecret }) };
    for await (const event of judgeTraffic(side, run)) {
      if (event.type === 'finding-reported') findings.push(event.finding);
      if (event.type === 'check-finished') requirements.push(...Object.keys(event.evaluations));
    }
    return { side, requirements, findings };
  }
}
