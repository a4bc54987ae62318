/** Words that the project has replaced by plainer ones. Pure: the script passes the texts in. */

export interface Text {
  /** File, for the message. */
  readonly name: string;
  readonly text: string;
}

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

const rules: readonly Rule[] = [
  { pattern: /\bh(?:old|olds|eld)\b(?: \S+){0,3} against\b/i, instead: 'fails; is reported as a failure' },
  { pattern: /\baccus(?:e|es|ed|ing)\b/i, instead: 'reports a failure' },
  { pattern: /\blevers?\b/i, instead: 'control' },
  { pattern: /\bbelieve[sd]?\b/i, instead: 'expected state; trusted' },
  { pattern: /\bin its own time\b/i, instead: 'asynchronously' },
  { pattern: /\bby somebody else's hand\b/i, instead: 'name who does it' },
  { pattern: /\b(?:rest|rests|rested|resting) on\b/i, instead: 'depends on' },
  { pattern: /\bhangs? together with\b/i, instead: 'is related to' },
  { pattern: /\bsa(?:y|ys|id) so\b/i, instead: 'reports; documents' },
  { pattern: /\bso (?:many|often)\b(?! as\b)/i, instead: 'n; the number of' },
  { pattern: /\b(?:hearings?|ears?)\b/i, instead: 'event log; listener' },
  { pattern: /\bdepartures?\b/i, instead: 'violation; delivery batch' },
  { pattern: /\b(?:lanes?|parcels?|gardeners?)\b/i, instead: 'queue; body; retention sweeper' },
  {
    pattern:
      /\b(?:try|tries|tried|trying) (?:a|an|the|your|this|every) (?:\w+ )?(?:server|target|receiver|client)s?\b/i,
    instead: 'test',
  },
  {
    pattern: /\b(?:server|target|receiver|service|control|it) (?:answers|answered) (?:an?|the|no|its|\d)/i,
    instead: 'returns; responds with',
  },
  { pattern: /\bis answered\b/i, instead: 'the server returns' },
  { pattern: /\breadings? of (?:a|the) (?:sentence|document)\b/i, instead: 'interpretation' },
  { pattern: /\bfound out\)/i, instead: 'detected' },
  { pattern: /\bwhoever\b/i, instead: 'name the person' },
  { pattern: /\bplay(?:s|ed|ing)? the provider\b/i, instead: 'acts as the provider' },
  { pattern: /\bhand(?:s|ed|ing)? (?:\w+ ){0,2}on to\b/i, instead: 'forwards' },
  { pattern: /\bfrom when on\b/i, instead: 'a limit with its unit' },
  { pattern: /\bof no account\b/i, instead: 'does not matter' },
  { pattern: /\brefus(?:e|es|ed|ing|als?)\b/i, instead: 'rejects; rejection' },
  { pattern: /\bfor ever\b/i, instead: 'forever' },
  { pattern: /\b(?:hears?|heard) (?:of|that)\b/i, instead: 'is notified of; receives' },
  { pattern: /\bof nobody\b/i, instead: 'of an unknown owner' },
  { pattern: /\bas (?:made|done)\b/i, instead: 'as successful' },
];

/** Names in code are not prose: results.json keeps a member `believed`. */
const withoutCode = (text: string) =>
  text
    .replace(/^( *)```[\s\S]*?^\1```/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, '``');

/** @returns one sentence for each word, with its file and line */
export function wordingProblems(texts: readonly Text[]): string[] {
  return texts.flatMap(({ name, text }) =>
    withoutCode(text)
      .split('\n')
      .flatMap((line, index) =>
        rules.flatMap(({ pattern, instead }) => {
          const [found] = pattern.exec(line) ?? [];
          return found === undefined ? [] : [`${name}:${index + 1}: "${found}": write instead: ${instead}.`];
        }),
      ),
  );
}
