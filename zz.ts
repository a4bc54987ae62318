import { allChecks } from './conformance/all-checks.ts';
import { runConformance } from './conformance/provider/run.ts';
import { collectResults } from './src/collect-results.ts';
import { openEmbeddedTarget } from './src/targets/embedded-target.ts';
import { tool } from './src/tool.ts';
import { matchesGlob } from 'node:path';
const [profile = 'standard', most = '10', seed = '1', conc = '4', pattern = '*'] = process.argv.slice(2);
const { target, close } = await openEmbeddedTarget({ control: true });
const t = performance.now();
const r = await collectResults(runConformance({ target, checks: allChecks.filter((c) => matchesGlob(c.id, pattern)), seed: Number(seed), profile: profile as 'smoke', concurrency: Number(conc), maxBusinesses: most === '0' ? undefined : Number(most), tool } as never));
await close();
console.log(r.verdict, JSON.stringify(r.totals.documented), r.run.requests, Math.round(performance.now() - t), r.coverage.operations.createBusiness);
for (const f of r.findings) { console.log(f.id, f.level, '| expected', f.expected.slice(0, 200), '| actual', f.actual.slice(0, 200)); for (const s of f.steps.filter((s) => s.phase === 'step').slice(-6)) console.log('   ', s.title); }
if (process.env.GAPS) console.log(r.requirements.filter((q) => q.level === 'documented' && q.status === 'not-exercised').map((q) => `${q.id}: ${q.reason}`).join('\n'));
