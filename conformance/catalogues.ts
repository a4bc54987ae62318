/** The rules that the results of a run are about. */
import { clientRequirements, receiverRequirements, requirements } from '../openapi/catalogue.ts';
import type { Catalogue } from './engine/catalogue.ts';
import type { TargetSummary } from './engine/events.ts';
import { ResultsCollector } from './engine/results.ts';

/** Those of the service, of a receiver of its webhooks, or of its clients. */
export function catalogueOf({ kind }: Pick<TargetSummary, 'kind'>): Catalogue {
  if (kind === 'receiver') return receiverRequirements;
  return kind === 'clients' ? clientRequirements : requirements;
}

/** Folds the events of a run into results, whatever it is about. */
export class RunCollector extends ResultsCollector {
  constructor() {
    super(catalogueOf);
  }
}
