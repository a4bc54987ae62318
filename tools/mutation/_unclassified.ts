import { readdirSync } from 'node:fs';
import { readRecord } from './recorder.ts';
import { explainer, isMissed } from './survivors.ts';

const [mode = 'none', ...only] = process.argv.slice(2);
for (const f of readdirSync('tools/mutation/results').sort()) {
  const area = f.replace('.ndjson', '').replace('models-', 'models/');
  if (only.length && !only.includes(area)) continue;
  const explain = explainer(area, process.cwd());
  const { records, plan } = readRecord(`tools/mutation/results/${f}`);
  const missed = records.filter(isMissed).sort((a, b) => a.line - b.line || a.column - b.column);
  const n: Record<string, number> = {};
  for (const r of missed) {
    const k = explain(r)?.kind ?? 'none';
    n[k] = (n[k] ?? 0) + 1;
  }
  const found = records.filter((r) => r.fate === 'trial').length;
  console.log(area, 'planned', plan.planned, 'recorded', records.length, 'found', found, JSON.stringify(n));
  for (const r of missed) {
    const k = explain(r)?.kind ?? 'none';
    if (
      k === mode ||
      (mode === 'silent' && k === 'documented' && (r.fate === 'survived' || r.fate === 'classified'))
    )
      console.log(
        '  ',
        r.fate[0],
        r.line,
        r.was.slice(0, 95),
        '=>',
        r.becomes.slice(0, 45),
        r.why ? `| ${r.why.slice(0, 130)}` : '',
      );
  }
}
