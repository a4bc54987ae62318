/** The workflows as an Arazzo document, made from the description and the state machines. */
import { exampleOf } from '../../conformance/generate/example.ts';
import { bringsId, withKnown } from '../../conformance/provider/survey/trial-requests.ts';
import { merge } from '../../conformance/target/given-requests.ts';
import { stateMachines } from '../../openapi/catalogue.ts';
import { allOperations, type Operation, type OperationId } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { arazzoSources } from '../../reports/exported/arazzo.ts';
import { type Workflow, type WorkflowStep, workflows } from './workflows.ts';

/** The values of a response that later steps use, by name. */
const outputsOf: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  createBusiness: { businessId: 'businessId', tenantKey: 'tenantKey' },
  exchangeJwt: { redirectToken: 'redirectToken' },
};

/** States that a read spells otherwise than the events do. */
const readWords: Readonly<Record<string, string>> = {
  'payroll/awaiting-funds': 'Awaiting Funds',
  'payroll/completed': 'Completed',
};

const inputs = {
  type: 'object',
  required: ['platformToken', 'run'],
  properties: {
    platformToken: { type: 'string', format: 'password', description: 'A platform token.' },
    run: { type: 'string', description: 'Tells this run from others, such as a time.' },
    payrollDate: { type: 'string', description: 'A date in the coming week.' },
    expiresSoon: { type: 'string', description: 'A date in the coming 30 days.' },
    jwt: {
      type: 'string',
      format: 'password',
      description:
        'A JWT of your own for the user with the email address custom-authentication.{run}@example.com.',
    },
  },
};

/** Removes undefined members. */
function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutGaps(inner)]));
}

const transitionOf = (id: string) => {
  const [machine = '', name] = id.split('/');
  const found = stateMachines
    .find((each) => each.id === machine)
    ?.transitions.find((each) => each.id === name);
  if (found === undefined) throw new Error(`There is no transition ${id}.`);
  return { machine, ...found };
};

/** The progress of one workflow when a step begins. */
interface Progress {
  readonly workflow: Workflow;
  /** Ids that earlier steps have brought, as expressions. */
  readonly known: Map<string, string>;
  /** The state that each machine is in. */
  readonly states: Map<string, string>;
}

function bodyOf(described: Operation, { body: own = {} }: WorkflowStep, { workflow, known }: Progress) {
  const values = { currency: 'USD' };
  const email = () => `${workflow.id}.{$inputs.run}@example.com`;
  const usual = withKnown(exampleOf(described.requestBody ?? {}), { known, values, email });
  return withoutGaps(merge(usual, own));
}

function serviceStep(described: Operation, step: WorkflowStep, progress: Progress) {
  const { id, path, requestBody } = described;
  const { known } = progress;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => ({ name, in: 'path', value: known.get(name) }));
  const tenantKey = known.get('tenantKey');
  const [name, place] = bringsId[id] ?? [];
  const outputs = outputsOf[id] ?? (name === undefined ? {} : { [name]: String(place) });
  const { operation, id: stepId = operation } = step;
  for (const output of Object.keys(outputs)) known.set(output, `$steps.${stepId}.outputs.${output}`);
  return {
    operationId: `$sourceDescriptions.service.${id}`,
    parameters: [
      { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.platformToken}' },
      ...(tenantKey === undefined ? [] : [{ name: 'X-MultiTenantKey', in: 'header', value: tenantKey }]),
      ...parameters,
    ],
    ...(requestBody && {
      requestBody: { contentType: 'application/json', payload: bodyOf(described, step, progress) },
    }),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([output, at]) => [output, `$response.body#/${at}`]),
    ),
  };
}

const controlStep = ({ operation, body }: WorkflowStep, { known }: Progress) => ({
  operationId: `$sourceDescriptions.control.${operation}`,
  parameters: [{ name: 'businessId', in: 'path', value: known.get('businessId') }],
  requestBody: { contentType: 'application/json', payload: body },
});

function stepOf(step: WorkflowStep, progress: Progress) {
  const { operation, id = operation, takes = [], shows } = step;
  const described = allOperations.find((each) => each.id === operation);
  const request = described ? serviceStep(described, step, progress) : controlStep(step, progress);
  const taken = takes.map(transitionOf);
  for (const { machine, to } of taken) progress.states.set(machine, to);
  const moves = taken.map(({ machine, from, to, trigger }) => `${machine}: ${from} to ${to} (${trigger})`);
  const [machine, place] = shows ?? [];
  const state = machine === undefined ? undefined : progress.states.get(machine);
  const word = readWords[`${machine}/${state}`] ?? state;
  return {
    stepId: id,
    description: [described?.summary ?? 'Let time pass, on the reference server', ...moves].join('. '),
    ...request,
    successCriteria: [
      { condition: '$statusCode >= 200 && $statusCode <= 299' },
      ...(word === undefined ? [] : [{ condition: `$response.body#${place} == '${word}'` }]),
    ],
  };
}

function workflowOf(workflow: Workflow) {
  const { id, summary, steps } = workflow;
  const mark = `${id}-{$inputs.run}`;
  const business: WorkflowStep = {
    operation: 'createBusiness',
    body: { adminEmail: `${mark}@example.com`, registrationId: mark, idempotencyKey: mark },
  };
  const progress: Progress = { workflow, known: new Map(), states: new Map() };
  return {
    workflowId: id,
    summary,
    inputs: { $ref: '#/components/inputs/run' },
    steps: [business, ...steps].map((step) => stepOf(step, progress)),
  };
}

/** @param version of the description */
export const arazzoDocument = (version: string) => ({
  arazzo: '1.1.0',
  info: {
    title: 'Ways through the workforce, payroll and payments service',
    version,
    description:
      'Each workflow works in a business of its own. Where only time brings something about, it moves the clock of the reference server; on another server leave these steps out.',
  },
  sourceDescriptions: arazzoSources,
  workflows: workflows.map(workflowOf),
  components: { inputs: { run: inputs } },
});
