/** The figures first. */
import { type Html, html } from '../../../markup/html.ts';
import { duration, moment, plural } from '../../../reports/wording.ts';
import type { SelftestRecord } from '../record.ts';
import { machineOf, percent, profilesOf, seenPerThousand, seenWithin } from '../record-summary.ts';

/** Whether all trials succeeded, one failed, or some were not made. */
export function outcomeOf({ totals, run }: SelftestRecord): 'good' | 'bad' | 'cut' {
  if (totals.failed > 0) return 'bad';
  return run.complete ? 'good' : 'cut';
}

export function headline({ totals, faults }: SelftestRecord): string {
  return `${totals.faults.caught} of ${plural(faults.length, 'fault')} caught`;
}

const words = { good: 'passed', bad: 'failed', cut: 'interrupted' };

function lead({ totals, sound, run }: SelftestRecord): string {
  const found =
    sound.length === 0
      ? 'The sound server was not tried.'
      : totals.sound.passed === sound.length
        ? `With ${plural(sound.length, 'seed')} the sound server had no finding.`
        : `With ${sound.length - totals.sound.passed} of ${plural(sound.length, 'seed')} the sound server did not pass.`;
  const cut = run.complete ? '' : ' It was interrupted: what follows is what had been tried by then.';
  return `A fault is caught when a check finds a requirement broken that the fault breaks, and the finding shows again on a fresh server. ${found}${cut}`;
}

function figure(value: string, label: string, tone: 'good' | 'bad' | 'plain'): Html {
  return html`<li class="${tone}"><strong>${value}</strong> ${label}</li>`;
}

function figures(record: SelftestRecord): Html {
  const { totals, faults, pairs, sound } = record;
  const { caught } = totals.faults;
  const tone = (isGood: boolean) => (isGood ? 'good' : 'bad');
  const { attribution, median } = totals;
  const [within, perThousand] = [seenWithin(record, 0.9), seenPerThousand(record)];
  return html`<ul class="figures">
${faults.length === 0 ? undefined : figure(percent(caught / faults.length), 'of the faults caught', tone(caught === faults.length))}
${attribution === null ? undefined : figure(percent(attribution), 'attributed to the right requirement', tone(attribution >= 0.98))}
${median === null ? undefined : figure(duration(median.millis), `until a fault is seen (median), ${plural(Math.round(median.requests), 'request')}`, 'plain')}
${within === undefined || perThousand === null ? undefined : figure(duration(within.millis), `until nine of ten are seen, ${plural(within.requests, 'request')}; ${perThousand.toFixed(1)} faults for each 1,000 requests`, 'plain')}
${pairs.length === 0 ? undefined : figure(`${totals.pairs.caught}/${pairs.length}`, 'pairs of faults told apart', tone(totals.pairs.failed === 0))}
${sound.length === 0 ? undefined : figure(`${sound.length - totals.sound.passed}`, `of ${plural(sound.length, 'seed')} not passed by the sound server`, tone(totals.sound.passed === sound.length))}
</ul>`;
}

function facts(record: SelftestRecord): Html {
  const { tool, run } = record;
  const entries = [
    ['Version', `${tool.name} ${tool.version}`],
    ['Profile', profilesOf(record)],
    ['Seed', String(run.seed)],
    ['Started', moment(run.startedAt)],
    ['Took', `${duration(run.durationMillis)}, ${plural(run.jobs, 'process', 'processes')}`],
    ['Machine', machineOf(record)],
  ];
  return html`<dl class="facts">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function opening(record: SelftestRecord): Html {
  return html`<header class="opening">
<p class="eyebrow"><span class="verdict-word">${words[outcomeOf(record)]}</span> self-test of the conformance suite</p>
<h1>${headline(record)}</h1>
<p class="lead">${lead(record)}</p>
${facts(record)}
${figures(record)}
</header>`;
}
