/** Progress of a self-test: one live line on a terminal, otherwise a line per trial. */
import { clip } from '../../markup/visible-text.ts';
import { duration, plural } from '../../reports/wording.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { isGood, type Suspect, type TrialOutcome } from './record.ts';
import type { Trial } from './trial.ts';

const eraseLine = '\r\u001b[2K';
const barWidth = 20;

/** Rough duration of a trial relative to a fault at `smoke`, to estimate the time left. */
const weights: Readonly<Record<Trial['kind'], Readonly<Record<Trial['profile'], number>>>> = {
  fault: { smoke: 1, standard: 2, thorough: 15 },
  pair: { smoke: 3, standard: 6, thorough: 40 },
  sound: { smoke: 10, standard: 25, thorough: 200 },
  variant: { smoke: 2, standard: 4, thorough: 20 },
};

const weightOf = ({ kind, profile }: Trial) => weights[kind][profile];

/** Estimated milliseconds left, at the speed so far; undefined before the first trial has ended. */
export function millisLeft(trials: readonly Trial[], done: readonly Trial[], elapsedMillis: number) {
  const sum = (some: readonly Trial[]) => some.reduce((total, trial) => total + weightOf(trial), 0);
  const behind = sum(done);
  return behind === 0 ? undefined : ((sum(trials) - behind) / behind) * elapsedMillis;
}

/** Rounded to seconds, because smaller units would flicker. */
const wholeSeconds = (millis: number) =>
  millis < 60_000 ? `${Math.ceil(millis / 1000)} s` : duration(Math.ceil(millis / 1000) * 1000);

const nameOf = (outcome: TrialOutcome): string => {
  switch (outcome.kind) {
    case 'sound':
      return `sound server, seed ${outcome.seed}`;
    case 'fault':
      return outcome.fault;
    case 'pair':
      return outcome.faults.map(({ fault }) => fault).join(' + ');
    case 'variant':
      return outcome.variants.join(' + ');
  }
  return outcome satisfies never;
};

const suspectResult = ({ status, by, reason }: Suspect): string =>
  `${by === undefined ? status : `${status} by ${by.requirement}`}${reason === undefined ? '' : `: ${reason}`}`;

function resultOf(outcome: TrialOutcome): string {
  switch (outcome.kind) {
    case 'sound':
    case 'variant':
      return outcome.reason === undefined ? outcome.status : `${outcome.status}: ${outcome.reason}`;
    case 'fault':
      return suspectResult(outcome);
    case 'pair':
      return outcome.faults.map(suspectResult).join(' + ');
  }
  return outcome satisfies never;
}

function outcomeLine(outcome: TrialOutcome, { paint }: Terminal): string {
  const sign = isGood(outcome) ? paint('green', '✓') : paint('red', '✗');
  const effort = `${plural(outcome.requests, 'request')}, ${duration(outcome.durationMillis)}`;
  return `${sign} ${nameOf(outcome)}  ${resultOf(outcome)}  ${paint('dim', effort)}`;
}

export interface SelftestProgress {
  add(trial: Trial, outcome: TrialOutcome): void;
  /** Removes the live line. */
  end(): void;
}

/** @param now milliseconds of any clock that does not go back */
export function followTrials(
  trials: readonly Trial[],
  terminal: Terminal,
  now: () => number,
): SelftestProgress {
  const started = now();
  const done: Trial[] = [];
  let failed = 0;
  const live = () => {
    const filled = Math.round((done.length / trials.length) * barWidth);
    const bar = terminal.columns < 60 ? '' : `${'━'.repeat(filled)}${'─'.repeat(barWidth - filled)} `;
    const left = millisLeft(trials, done, now() - started);
    const parts = [
      `${bar}${done.length}/${trials.length} trials`,
      `${failed} failed`,
      ...(left === undefined ? [] : [`about ${wholeSeconds(left)} left`]),
    ];
    // Leaves one column free: some terminals wrap a full line, and the redraw would leave a trace.
    return clip(parts.join(' · '), terminal.columns - 1);
  };
  if (terminal.interactive) terminal.write(live());
  return {
    add(trial, outcome) {
      done.push(trial);
      if (!isGood(outcome)) failed += 1;
      if (terminal.interactive) {
        const above = isGood(outcome) ? '' : `${outcomeLine(outcome, terminal)}\n`;
        terminal.write(`${eraseLine}${above}${live()}`);
        return;
      }
      const count = `${String(done.length).padStart(String(trials.length).length)}/${trials.length}`;
      terminal.line(`${terminal.paint('dim', count)} ${outcomeLine(outcome, terminal)}`);
    },
    end() {
      if (terminal.interactive) terminal.write(eraseLine);
    },
  };
}
