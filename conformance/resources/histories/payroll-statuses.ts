/** What `payroll.status.updated` shows of payrolls that several clients use. */
import type { ReceivedEvent } from '../../provider/event-log.ts';
import type { Shown } from './listen.ts';
import type { ClientCall } from './play.ts';

const entered = ['approved', 'scheduled', 'processing', 'completed'];

/** Whether a payroll is announced that only an approval can have led there. */
export const isAfterApproval = (seen: unknown): boolean => entered.includes(String(seen));

/** @param ids of the payrolls, in the order of their numbers */
export const statusShown =
  (ids: readonly string[]) =>
  ({ type, data: { id, status } }: ReceivedEvent): Shown | undefined => {
    const object = ids.indexOf(String(id));
    const isShown = type === 'payroll.status.updated' && object >= 0 && typeof status === 'string';
    return isShown ? { object, seen: status } : undefined;
  };

export const sayStatus = ({ verb, object }: ClientCall): string => `webhook ${verb} of payroll ${object + 1}`;

/** The save may still be announced if the target cannot report that it has finished. */
const withSave = (words: readonly string[], isFinished: boolean) =>
  isFinished ? words : ['saved', ...words];

/** The states that a payroll enters once while its funds are collected. */
export const wordsOfFunded = (isFinished: boolean): readonly string[] =>
  withSave(['approved', 'scheduled'], isFinished);

/** The states that a payroll with a past date enters once. */
export const wordsOfPast = (isFinished: boolean): readonly string[] =>
  withSave(['approved', 'completed'], isFinished);
