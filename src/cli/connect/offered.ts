/** The capabilities of a target: those that were seen, and those that its configuration claims or that are assumed. */
import type { Survey } from '../../../conformance/engine/survey.ts';
import { capabilitiesOf, sourceOf, type Target } from '../../../conformance/target/target.ts';
import type { Capability } from '../../../openapi/catalogue.ts';

export interface Offered {
  readonly seen: readonly Capability[];
  readonly unseen: readonly Capability[];
}

/** @param answered operations that the target has, as far as they were sent or looked for */
export function offeredBy(target: Target, survey: Survey, answered: ReadonlySet<string>): Offered {
  const works = (line: string) =>
    survey.lines?.some((each) => each.line === line && each.outcome === 'works') ?? false;
  const isSeen = (capability: Capability): boolean => {
    const source = sourceOf(capability);
    switch (source?.type) {
      case 'credential':
        return survey.keys[source.name] === 'accepted';
      case 'control':
        // The control plane of the reference server has told what it is.
        return target.kind === 'reference' || works(`controls.${source.name}`);
      case 'operation':
        return answered.has(source.id) || works(`operations.${source.id}`);
      case 'fixture':
        return source.listedBy !== undefined && answered.has(source.listedBy);
      case 'environment':
      case 'sentinels':
      case undefined:
        return false;
    }
    return source satisfies never;
  };
  const { true: seen = [], false: unseen = [] } = Object.groupBy(capabilitiesOf(target), (each) =>
    isSeen(each) ? 'true' : 'false',
  );
  return { seen, unseen };
}
