/** The public interface of the package. */
import './node-version.ts';

export type {
  AfterWrite,
  OperationBinding,
  OperationFunction,
  OperationTools,
  Words,
} from '../conformance/adapter/adapter.ts';
export {
  base64,
  created,
  fileInJson,
  idFromLocation,
  inSteps,
  inTheirNames,
  inTurn,
  inTwoSteps,
  itemOf,
  listAt,
  notOffered,
  numberAt,
  only,
  putWithTheRest,
  renamed,
  textAt,
  valueAt,
} from '../conformance/adapter/helpers.ts';
export type { OperationAnswer, OperationRequest } from '../conformance/adapter/operation-types.ts';
export type { Key, OwnAnswer, OwnRequest, Send } from '../conformance/adapter/send.ts';
export { signsInOrder } from '../conformance/adapter/signing.ts';
export { allChecks } from '../conformance/all-checks.ts';
export { RunCollector as ResultsCollector } from '../conformance/catalogues.ts';
export type { ClaimResult } from '../conformance/engine/basis.ts';
export type { RequirementStatus } from '../conformance/engine/catalogue.ts';
export { ConformanceError, type ConformanceErrorCode } from '../conformance/engine/errors.ts';
export type * from '../conformance/engine/events.ts';
export type { Exchange, Finding, ReceivedDelivery, Replay, Step } from '../conformance/engine/finding.ts';
export type { RequirementResult } from '../conformance/engine/requirement-results.ts';
export type {
  CheckResult,
  LevelTotals,
  Results,
} from '../conformance/engine/results.ts';
export type { Check } from '../conformance/provider/check.ts';
export { type RunOptions, runConformance } from '../conformance/provider/run.ts';
export { consumerChecks } from '../conformance/receiver/checks/index.ts';
export { httpProbe, type Probe } from '../conformance/receiver/probe.ts';
export { type ConsumerOptions, runConsumer } from '../conformance/receiver/run.ts';
export { asDescribed } from '../conformance/target/as-described.ts';
export {
  ControlRejected,
  type ControlSend,
  type Controls,
  type LoggedDelivery,
} from '../conformance/target/controls.ts';
export { logsByEndpoint } from '../conformance/target/logs-by-endpoint.ts';
export { oneKeyEach } from '../conformance/target/one-key-each.ts';
export { referenceControls } from '../conformance/target/reference-controls.ts';
export { type AccountKind, accountKindOf } from '../conformance/target/sentinels.ts';
export type { Credentials, Target } from '../conformance/target/target.ts';
export type { Capability, Level, Requirement, RequirementId } from '../openapi/catalogue.ts';
export type { WebhookEvent, WebhookEventOf, WebhookEventType } from '../openapi/event-types.ts';
export {
  type ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer,
} from '../reference-server/server.ts';
export { type Adapter, defineAdapter } from './config/adapter.ts';
export type { ConformanceConfig } from './config/schema.ts';
export { defineConfig } from './config/schema.ts';
