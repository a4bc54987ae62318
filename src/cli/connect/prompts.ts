/** How `connect` asks: with prompts in a terminal, or not at all. */
import type { Readable, Writable } from 'node:stream';
import { controlKeyVariable } from '../../../conformance/target/remedies.ts';

/** The user has left the guide. */
export class GuideLeft extends Error {}

export interface Prompts {
  /** @param proposed what the user accepts with the return key */
  text(question: string, proposed: string): Promise<string>;
  confirm(question: string): Promise<boolean>;
  /** Whether the key in an environment variable, which the description has chosen, may be sent to the server. */
  confirmKey(variable: string, baseUrl: string): Promise<boolean>;
}

/** Agrees with everything that is proposed. Of the keys that a description may ask for, only that of controls is meant. */
export const agreeing: Prompts = {
  text: async (_, proposed) => proposed,
  confirm: async () => true,
  confirmKey: async (variable) => variable === controlKeyVariable,
};

/** Streams of a terminal. @defaultValue those of the process */
export interface PromptStreams {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Loads the prompts only when somebody is asked. */
export async function promptsIn(streams: PromptStreams = {}): Promise<Prompts> {
  const { confirm, isCancel, text } = await import('@clack/prompts');
  const answered = <T>(answer: T): Exclude<T, symbol> => {
    if (isCancel(answer)) throw new GuideLeft('The guide was left.');
    // The only symbol says that the prompt was cancelled.
    return answer as Exclude<T, symbol>;
  };
  const ask = async (question: string) => answered(await confirm({ message: question, ...streams }));
  return {
    async text(question, proposed) {
      const shown = proposed === '' ? {} : { placeholder: proposed, defaultValue: proposed };
      return answered(await text({ message: question, ...shown, ...streams })) ?? '';
    },
    confirm: ask,
    confirmKey: (variable, baseUrl) => ask(`Send the key in ${variable} to ${baseUrl}?`),
  };
}
