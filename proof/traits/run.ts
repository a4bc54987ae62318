import { modes, openReference, tryTraits, type Mode } from './try-traits.ts';
import { traits } from './traits.ts';
import type { Results } from '../../conformance/engine/results.ts';
const exercised = (r: Results) => r.requirements.filter((q) => q.level === 'documented' && (q.status === 'passed' || q.status === 'failed')).map((q) => q.id);
const only = new RegExp(process.argv[3] ?? '.');
const wanted = process.argv[2] === 'both' || !process.argv[2] ? modes : [process.argv[2] as Mode];
for (const mode of wanted) {
  const base = await tryTraits([], () => openReference(mode));
  const before = exercised(base);
  console.log(`# ${mode}: ${before.length} exercised, ${(base.run.durationMillis / 1000).toFixed(1)} s, ${base.run.requests} requests`);
  for (const id of Object.keys(traits).filter((t) => only.test(t))) {
    try {
      const r = await tryTraits([id], () => openReference(mode));
      const after = new Set(exercised(r));
      const lost = before.filter((x) => !after.has(x) && !traits[id]?.about?.test(x));
      const errored = r.checks.filter((c) => c.error !== undefined);
      const found = r.findings.filter((f) => f.level === 'documented');
      console.log(`${mode} | ${id} | ${found.length} | ${(100 * lost.length / before.length).toFixed(0)} % | ${(r.run.durationMillis / base.run.durationMillis).toFixed(1)} | exit ${r.exit.code}, ${errored.length} errored`);
      for (const f of found) console.log(`    ! ${f.requirement} ${f.check}: expected ${f.expected}; actual ${f.actual}`.slice(0, 300));
      if (lost.length > 0.08 * before.length) console.log(`    - ${lost.slice(0, 12).join(' ')}`);
      for (const e of errored.slice(0, 3)) console.log(`    x ${e.id}: ${e.error}`.slice(0, 250));
    } catch (error) {
      console.log(`${mode} | ${id} | broke: ${String(error).slice(0, 300)}`);
    }
  }
}
process.exit(0);
