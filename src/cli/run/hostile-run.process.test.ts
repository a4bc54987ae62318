/** Runs the whole suite, as a user starts it, against servers that return hostile responses to everything. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memoryPages, validateXML } from 'xmllint-wasm';
import { answer, startRawTarget } from '../../../conformance/testing/raw-target.ts';
import { parseResults } from '../../../reports/json.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

/** Text that terminals, pages, XML, Markdown and the logs of a CI would interpret. */
const evil =
  '\u001b]0;owned\u0007\u001b[2J\u202e<script>alert(1)</script>]]>&lt;!--`|[x](javascript:alert(1)) ::error::x\n::warning::y\u0000\u0085\u2028';
const poisoned = JSON.stringify({
  code: evil,
  message: evil,
  params: { [evil]: evil },
  id: evil,
  businessId: evil,
  tenantKey: 'tenant',
  token: 'E',
  data: [{ id: evil, [evil]: evil, status: evil, type: '__proto__' }],
});
const large = JSON.stringify({ data: [{ id: 'x'.repeat(6 * 1024 * 1024) }] });
const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024));
const odd = [
  'null',
  '[]',
  '0',
  '{"data":null}',
  '{"data":[null]}',
  '{"data":{"length":4294967295},"id":"../.."}',
].concat(
  '{"businessId":"\\ud800","tenantKey":"a\\r\\nb: c","id":{"toString":1}}',
  '{"token":"\\r\\n","secret":5}',
);

const platformToken = 'pk_Zq7/w+9=Ltv4R';

/** The server says that it has a control plane, so that every check is made. */
const claims = JSON.stringify({
  server: 'workforce-conformance-reference',
  environment: 'sandbox',
  keys: { platformToken, orgToken: 'org/key+2=', otherEnvironmentToken: 'e', jwtSecret: 's' },
  businesses: { platform: { businessId: '1', tenantKey: '1' }, org: { businessId: '2', tenantKey: '2' } },
});

/** All forms in which a server may repeat a secret that it was sent. */
function formsOf(secret: string): string[] {
  const codings = (['base64', 'base64url', 'hex'] as const).flatMap((coding) =>
    ['', 'Bearer ', 'user:'].map((before) => Buffer.from(`${before}${secret}`).toString(coding)),
  );
  const codes = [...secret].map((each) => each.charCodeAt(0).toString(16).padStart(2, '0'));
  const json = codes.map((code) => `\\u00${code}`).join('');
  const url = codes.map((code) => `%${code}`).join('');
  return [secret, secret.replaceAll('/', '\\/'), json, url, encodeURIComponent(secret), ...codings];
}

/** The token of a request, in all forms, repeated until a report has to cut the text in the middle of it. */
function echo(head: string): Buffer {
  const [, token = ''] = /^authorization: Bearer (\S+)/im.exec(head) ?? [];
  const body = `{"code":"${formsOf(token).join(' ')}","message":"${token.repeat(2_000)}"}`;
  return answer(body, `Location: /x?token=${encodeURIComponent(token)}`, '400 Bad');
}

const servers: Readonly<Record<string, (count: number, head: string) => Buffer>> = {
  'the token that it was sent': (count, head) => (count < 8 ? answer('{"data":[]}') : echo(head)),
  'what every reader takes for markup': (count) =>
    answer(poisoned, '', count % 3 === 0 ? '400 Bad' : '200 OK'),
  'six megabytes, or a bomb': (count) => {
    if (count < 4) return answer('{"data":[]}');
    return count % 2 === 0 ? answer(large) : answer(bomb, 'Content-Encoding: gzip');
  },
  'JSON of another shape each time': (count) =>
    answer(odd[count % odd.length] ?? '', '', count % 5 === 0 ? '400 Bad' : '200 OK'),
};

/** Reports the memory that the process took when it ends. */
const tell =
  "process.on('exit', () => process.stderr.write('rss ' + process.resourceUsage().maxRSS + '\\n'))";
const weigh = `data:text/javascript,${encodeURIComponent(tell)}`;

const mostMegabytes = 500;
const budgetSeconds = 2;

describe.concurrent('a run at a server that answers', () => {
  it.each(Object.entries(servers))('%s ends in time, small, with a true report', async (_, serve) => {
    let count = 0;
    await using raw = await startRawTarget((socket, { path, head }) => {
      count += 1;
      socket.write(path === '/_control' ? answer(claims) : serve(count, head));
    });
    using folder = temporaryFolder();
    const args = [
      'run',
      '--base-url',
      raw.target.baseUrl,
      '--time-budget',
      String(budgetSeconds),
      '--profile',
      'smoke',
    ];
    const { code, stdout, stderr } = await folder.run(args, {
      NODE_OPTIONS: `--import ${weigh}`,
      GITHUB_ACTIONS: 'true',
    });
    const [, kilobytes = ''] = /rss (\d+)\n$/.exec(stderr) ?? [];
    expect(Number(kilobytes) / 1024).toBeLessThan(mostMegabytes);
    expect(stderr).not.toMatch(/fault of conformance|\n {4}at /);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
    const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u202e]/;
    const read = (name: string) => readFileSync(join(folder.path, 'conformance-report', name), 'utf8');
    for (const text of [stdout, stderr, ...['index.html', 'junit.xml', 'summary.md'].map(read)])
      expect(text).not.toMatch(acting);
    const all = ['index.html', 'junit.xml', 'summary.md', 'results.json', 'results.ndjson'].map(read);
    // The forms in which a person could search for the token, and the rest that a cut would leave.
    for (const form of [...formsOf(platformToken), platformToken.slice(0, 8)])
      for (const text of [stdout, stderr, ...all]) expect(text).not.toContain(form);
    expect(read('index.html')).not.toContain('<script>alert');
    expect(
      stdout
        .split('\n')
        .filter((line) =>
          /^::(?!(?:error|warning|notice)(?: |::\d+ further findings? in the report$))/.test(line),
        ),
    ).toEqual([]);
    const junit = { fileName: 'junit.xml', contents: read('junit.xml') };
    const { valid } = await validateXML({
      xml: [junit],
      normalization: 'format',
      initialMemoryPages: memoryPages.MiB * 32,
      maxMemoryPages: memoryPages.MiB * 256,
    });
    expect(valid).toBe(true);
    const { verdict, totals, run } = parseResults(read('results.json'));
    expect({ verdict, code }).toEqual(
      code === 4 ? { verdict: 'incomplete', code } : { verdict: 'non-conformant', code: 1 },
    );
    expect(totals.documented.passed).toBeLessThan(30);
    expect(run.durationMillis).toBeLessThan((budgetSeconds + 25) * 1_000);
  });
});
