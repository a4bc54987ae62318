/** The adapter that `init` writes from the description of a target, and its summary. */
import { adapterText } from '../../discovery/adapter-text.ts';
import { type Discovery, discover } from '../../discovery/discover.ts';
import type { ReadDescription } from './read-description.ts';

export interface FirstAdapter {
  readonly text: string;
  /** Path prefix that the base address must end with. */
  readonly prefix: string;
  /** The result, in a sentence. */
  readonly summary: string;
}

function summaryOf({ drafts, size }: Discovery, name: string): string {
  const open = drafts.operations.filter(({ wanted }) => !wanted.documented);
  const counted = (status: 'sure' | 'guess') => open.filter((each) => each.status === status).length;
  const controls = drafts.controls.filter(({ status }) => status === 'sure').length;
  return (
    `${name} describes ${size} operations. Of the ${open.length} operations that the interface document leaves open, ` +
    `${counted('sure')} match for sure and ${counted('guess')} are guesses; of ${drafts.controls.length} controls, ${controls} match for sure.`
  );
}

/**
 * @param typed whether the package can be imported where the file will be
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when it is no description
 */
export function firstAdapter({ document, name }: ReadDescription, typed: boolean): FirstAdapter {
  const discovery = discover(document, name);
  const { drafts, prefix, usualSchemes } = discovery;
  return {
    text: adapterText(drafts, name, usualSchemes, typed),
    prefix,
    summary: summaryOf(discovery, name),
  };
}
