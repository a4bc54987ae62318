/**
 * The engine on its own, for suites of other interfaces: it runs checks of any catalogue of rules, shrinks violations,
 * and yields the events from which results and reports are made. It knows no operation and no rule itself.
 */
import './node-version.ts';

export { Alternative, type Conclude } from '../conformance/engine/alternative.ts';
export type { Catalogue, Level, Requirement } from '../conformance/engine/catalogue.ts';
export {
  byExample,
  byList,
  byModel,
  byProperty,
  byStream,
  type CasePlan,
  type Check,
  type CheckCases,
  type CheckDetails,
  type ModelSpec,
  type PropertySpec,
} from '../conformance/engine/check.ts';
export { ConformanceError, type ConformanceErrorCode } from '../conformance/engine/errors.ts';
export type * from '../conformance/engine/events.ts';
export type { Exchange, Finding, Replay, Step } from '../conformance/engine/finding.ts';
export { type Model, type Move, together } from '../conformance/engine/model.ts';
export { CaseEnded } from '../conformance/engine/outcome.ts';
export { Redactor } from '../conformance/engine/redactor.ts';
export { type Results, ResultsCollector } from '../conformance/engine/results.ts';
export { type EngineOptions, runSuite } from '../conformance/engine/run.ts';
export { BaseScenario, type CaseContext, type Patience, type Text } from '../conformance/engine/scenario.ts';
export type { Admission, NotExercised, Subject, Suite } from '../conformance/engine/suite.ts';
export {
  anyOf,
  type Kind,
  outOfReachOf,
  type Tour,
  type TourPlan,
  tours,
  toursOf,
} from '../conformance/engine/tours.ts';
export { renderHtml } from '../reports/html/page.ts';
export { renderJson } from '../reports/json.ts';
export { renderJunit } from '../reports/junit.ts';
export { renderMarkdown } from '../reports/markdown.ts';
