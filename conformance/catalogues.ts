/** The rules that the results of a run are about. */
import { clientRequirements, receiverRequirements } from '../openapi/catalogue.ts';
import type { Catalogue } from './engine/catalogue.ts';
import type { TargetSummary } from './engine/events.ts';
import { ResultsCollector } from './engine/results.ts';
import { rulesFor } from './target/rules-for.ts';

/** The rules of the service, of a receiver of its webhooks, or of its clients. */
export function catalogueOf({ kind, environment }: Pick<TargetSummary, 'kind' | 'environment'>): Catalogue {
  if (kind === 'receiver') return receiverRequirements;
  return kind === 'clients' ? clientRequirements : rulesFor(environment);
}

/** Folds the events of any run into results. */
export class RunCollector extends ResultsCollector {
  constructor() {
    super(catalogueOf);
  }
}
