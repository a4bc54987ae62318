/** Judges the signatures of a contract. Section "Contract". */
import type { Answer } from '../provider/answers.ts';
import { show } from '../provider/response.ts';
import type { Judging } from './judging.ts';

/** Orders count from 0 without a gap; whether two may sign at the same time is not shown. */
function requireOrders(judging: Judging, signatures: readonly Answer[]): void {
  const shown = signatures.map(({ order }) => order);
  const orders = [...new Set(shown)].toSorted((a, b) => Number(a) - Number(b));
  const holds = orders.every((order, place) => order === place);
  judging.require('CONTRACT-004', holds, 'orders that start at 0', show(shown));
}

/** Judges the rules that hold for every signature at any time. */
export function requireZeros(judging: Judging, signatures: readonly Answer[]): void {
  for (const { status, signedAt } of signatures) {
    if (status !== 'unsigned') continue;
    judging.require('CONTRACT-005', signedAt === 0, 'signedAt 0 of an unsigned signature', show(signedAt));
  }
}

/** Judges the signatures of a contract that nobody has viewed. */
export function requireUntouched(judging: Judging, signatures: readonly Answer[]): void {
  requireOrders(judging, signatures);
  requireZeros(judging, signatures);
  const statuses = signatures.map(({ status }) => status);
  const isUnsigned = statuses.every((status) => status === 'unsigned');
  judging.require('CONTRACT-011', isUnsigned, 'unsigned signatures', show(statuses));
  const views = signatures.map(({ lastViewedAt }) => lastViewedAt);
  const isUnseen = views.every((time) => time === 0);
  judging.require('CONTRACT-006', isUnseen, 'lastViewedAt 0 of every signature', show(views));
}
