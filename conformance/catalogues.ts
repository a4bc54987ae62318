/** The rules that the results of a run are about. */
import { receiverRequirements, requirements } from '../openapi/catalogue.ts';
import type { Catalogue } from './engine/catalogue.ts';
import type { TargetSummary } from './engine/events.ts';
import { ResultsCollector } from './engine/results.ts';

/** Those of the service, or those of a receiver of its webhooks. */
export const catalogueOf = ({ kind }: Pick<TargetSummary, 'kind'>): Catalogue =>
  kind === 'receiver' ? receiverRequirements : requirements;

/** Folds the events of a run into results: of a run against the service, or against a receiver of its webhooks. */
export class RunCollector extends ResultsCollector {
  constructor() {
    super(catalogueOf);
  }
}
