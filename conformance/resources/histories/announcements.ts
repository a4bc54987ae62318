/**
 * What webhooks show of the objects beside their state. A webhook proves that its cause took effect before it arrived; it
 * may be late and out of order, and its payload may show a later state than the one that it announces.
 */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import {
  type ClientCall,
  type Clients,
  isWebhook,
  mayBeDone,
  type SharedObject,
  sharedObject,
} from './play.ts';

/** The webhooks that are judged. */
interface Listening {
  readonly listensTo: (call: ClientCall) => boolean;
  /** Whether it says what is judged. @defaultValue any does */
  readonly says?: (seen: unknown) => boolean;
}

/** The objects of which webhooks have come; nothing is known of the others. */
export const observedIn = (history: Clients, objects: readonly SharedObject[]): readonly SharedObject[] =>
  objects.filter(({ listensTo }) => history.some((each) => isWebhook(each) && listensTo(each.call)));

interface AnnouncedAfter extends Listening {
  readonly isCause: (call: ClientCall) => boolean;
  readonly rule: RequirementId;
}

/** Something that is announced only after a request that causes it. */
export const announcedAfter = ({
  listensTo,
  says = () => true,
  isCause,
  rule,
}: AnnouncedAfter): SharedObject =>
  sharedObject<boolean>({
    start: false,
    rules: [rule],
    concerns: isCause,
    listensTo,
    next: (isCaused, call, outcome) => {
      if (!listensTo(call)) return [isCaused || mayBeDone(outcome)];
      return isCaused || !says(outcome?.seen) ? [isCaused] : [];
    },
  });

interface AnnouncedOnce extends Listening {
  /** The number of webhooks that a request may cause. */
  readonly causes: (call: ClientCall) => number;
  /** The number of webhooks that may be left from before. */
  readonly owed: number;
}

/** Requests that are announced under one id each. */
export const announcedOnce = ({ listensTo, says = () => true, causes, owed }: AnnouncedOnce): SharedObject =>
  sharedObject<{ readonly most: number; readonly count: number }>({
    start: { most: owed, count: 0 },
    rules: ['HOOK-013'],
    concerns: (call) => causes(call) > 0,
    listensTo,
    next: ({ most, count }, call, outcome) => {
      if (!listensTo(call)) return [{ most: mayBeDone(outcome) ? most + causes(call) : most, count }];
      if (!says(outcome?.seen)) return [{ most, count }];
      return count < most ? [{ most, count: count + 1 }] : [];
    },
  });

interface EnteredOnce {
  readonly object: number;
  /** The states of a payroll that it enters once, in their order. */
  readonly words: readonly string[];
}

/**
 * The states that a payroll enters once are announced under one id each. A payload that is written when it is delivered
 * shows a later one of them, so that each word may stand for those before it that have not come.
 */
export const enteredOnce = ({ object, words }: EnteredOnce): SharedObject =>
  sharedObject<readonly number[]>({
    start: words.map(() => 0),
    rules: ['HOOK-013'],
    // Approvals are shown, although they say nothing of the number of webhooks.
    concerns: ({ verb, object: about }) => verb === 'approve' && about === object,
    listensTo: ({ verb, object: about }) => verb === 'payroll.status.updated' && about === object,
    next: (counts, { verb }, outcome) => {
      if (verb === 'approve') return [counts];
      const after = counts.map((count, at) => (words[at] === outcome?.seen ? count + 1 : count));
      const sums = after.map((_, at) => after.slice(0, at + 1).reduce((sum, count) => sum + count, 0));
      return sums.every((sum, at) => sum <= at + 1) ? [after] : [];
    },
  });

/** Jobs that were set: an event shows one of them as a whole. */
export const announcedJob = sharedObject<readonly number[]>({
  start: [],
  rules: ['EVENT-008'],
  concerns: ({ verb }) => verb === 'write',
  listensTo: ({ verb }) => verb === 'person.jobinfo.updated',
  isUnseen: ({ verb, value }, others) => {
    const shown = others.filter(isWebhook).map(({ outcome }) => outcome?.seen);
    return verb === 'write' && shown.every((seen) => typeof seen === 'number' && seen !== value);
  },
  next: (values, { verb, value }, outcome) => {
    if (verb === 'write') return [mayBeDone(outcome) ? [...values, value].toSorted((a, b) => a - b) : values];
    return values.some((each) => each === outcome?.seen) ? [values] : [];
  },
});
