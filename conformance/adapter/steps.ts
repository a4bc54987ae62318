/** A clock with a maximum step. */
import type { Send } from './send.ts';

/**
 * Makes a control that advances a clock in steps, because the server limits a single step.
 *
 * @param mostSeconds of one step
 * @param move moves the clock by some seconds and returns the new time, in Unix seconds
 */
export const inSteps = (mostSeconds: number, move: (send: Send, seconds: number) => Promise<number>) =>
  async function advance(send: Send, businessId: string, seconds: number): Promise<number> {
    const step = Math.min(seconds, mostSeconds);
    const now = await move(send, step);
    return step === seconds ? now : advance(send, businessId, seconds - step);
  };
