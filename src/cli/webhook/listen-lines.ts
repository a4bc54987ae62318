/** The lines of `webhook listen`: one for each delivery, and a summary at the end. */
import { shorten, visibleLine } from '../../../markup/visible-text.ts';
import { type Paint, plural } from '../../../reports/wording.ts';
import type { ForwardedDelivery, Verification } from './listener.ts';
import { acknowledges, type PostOutcome } from './post-delivery.ts';

/** Length of the longest event name, so that the columns align. */
const typeWidth = 34;
const shownCharacters = 200;

const timeOfDay = (at: Date): string => at.toTimeString().slice(0, 8);

export function outcomeText(outcome: PostOutcome, paint: Paint): string {
  const millis = `${Math.round(outcome.durationMillis)} ms`;
  if (outcome.type === 'unanswered') {
    return `${paint('red', visibleLine(outcome.reason))} ${paint('dim', `after ${millis}`)}`;
  }
  const isFine = acknowledges(outcome);
  const said = shorten(visibleLine(outcome.text), shownCharacters);
  const why = isFine || said === '' ? '' : ` ${said}`;
  return `${paint(isFine ? 'green' : 'red', String(outcome.status))} ${paint('dim', `in ${millis}`)}${why}`;
}

const typeOf = (verification: Verification): string =>
  verification.type === 'verified' ? verification.event.eventType : '?';

function verificationText(verification: Verification, paint: Paint): string {
  return verification.type === 'verified'
    ? paint('green', 'verified')
    : paint('red', `not verified (${verification.code})`);
}

/** One line: time, event type, id, attempt, verification, and the response of the receiver. */
export function deliveryLine(
  { at, id, attempt, verification, outcome, tries }: ForwardedDelivery,
  paint: Paint,
): string {
  return [
    paint('dim', timeOfDay(at)),
    paint('bold', shorten(visibleLine(typeOf(verification)), 60).padEnd(typeWidth)),
    paint('dim', shorten(visibleLine(id), 60) || 'without an id'),
    `attempt ${attempt}`,
    verificationText(verification, paint),
    outcomeText(outcome, paint) + (tries > 1 ? paint('dim', ` (${plural(tries, 'try', 'tries')})`) : ''),
  ].join('  ');
}

/** Counts deliveries for the summary. */
export class DeliveryTally {
  readonly #types = new Map<string, number>();
  readonly #ids = new Set<string>();
  #deliveries = 0;
  #acknowledged = 0;
  #unverified = 0;

  add({ id, verification, outcome, attempt }: ForwardedDelivery): void {
    this.#deliveries += 1;
    this.#ids.add(id);
    if (acknowledges(outcome)) this.#acknowledged += 1;
    if (verification.type === 'refused') this.#unverified += 1;
    const type = typeOf(verification);
    if (attempt === 1) this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
  }

  lines(): readonly string[] {
    if (this.#deliveries === 0) return ['Nothing was delivered.'];
    const failed = this.#deliveries - this.#acknowledged;
    const counts = [
      `${this.#acknowledged} acknowledged`,
      ...(failed > 0 ? [`${failed} not`] : []),
      ...(this.#unverified > 0 ? [`${this.#unverified} not verified`] : []),
    ];
    const deliveries = plural(this.#deliveries, 'delivery', 'deliveries');
    const types = [...this.#types].toSorted(([, a], [, b]) => b - a);
    return [
      `${plural(this.#ids.size, 'event')} in ${deliveries}: ${counts.join(', ')}`,
      ...types.map(([type, count]) => `  ${shorten(visibleLine(type), 60).padEnd(typeWidth)}${count}`),
    ];
  }
}
