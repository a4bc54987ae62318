/** The rules that the results of a run are about. */
import { receiverRequirements, requirements } from '../openapi/catalogue.ts';
import type { Catalogue } from './engine/catalogue.ts';
import type { TargetSummary } from './engine/events.ts';

/** Those of the service, or those of a receiver of its webhooks. */
export const catalogueOf = ({ kind }: Pick<TargetSummary, 'kind'>): Catalogue =>
  kind === 'receiver' ? receiverRequirements : requirements;
