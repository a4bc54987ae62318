/** The report of the Web Fuzzing Commons (0.12), for viewers and comparisons that several tools share. */
import type { Results } from '../conformance/engine/results.ts';
import { jsonText, shorten, visibleLine } from '../markup/visible-text.ts';
import type { Level } from '../openapi/catalogue.ts';
import { allOperations, eventSchemas, type Operation } from '../openapi/description.ts';
import { gaps, worstFirst } from './findings.ts';
import { describedMachines, figuresOf } from './machine-coverage.ts';
import { outcomeNotes } from './outcome-notes.ts';
import { findOperation, operationOf } from './place.ts';
import { type FaultCategory, faultCategoryOf } from './wfc-faults.ts';
import { headline } from './wording.ts';

const schemaVersion = '0.12.1';

/** Requests to an endpoint are counted over the run, not by check. */
const wholeRun = { id: 'run', name: 'All checks of the run' };

const endpoint = ({ method, path }: Operation) => `${method.toUpperCase()}:${path}`;

const text = (value: string) => shorten(visibleLine(value), 500);

interface FoundFault {
  readonly operationId: string;
  readonly testCaseId: string;
  readonly faultCategories: readonly (FaultCategory & { readonly context: string })[];
}

function foundFaults(results: Results): FoundFault[] {
  return worstFirst(results.findings).flatMap((finding) => {
    const operation = operationOf(finding);
    if (operation === undefined) return [];
    const category = { ...faultCategoryOf(finding), context: finding.requirement };
    return [{ operationId: endpoint(operation), testCaseId: finding.check, faultCategories: [category] }];
  });
}

function coveredHttpStatus({ coverage: { operations } }: Results) {
  return Object.entries(operations).flatMap(([id, statuses]) => {
    const operation = findOperation(id);
    if (operation === undefined) return [];
    const httpStatus = Object.keys(statuses)
      .map(Number)
      .filter((status) => status >= 0 && status <= 599);
    return [{ endpointId: endpoint(operation), testCaseId: wholeRun.id, httpStatus }];
  });
}

function criteria(results: Results) {
  const { totals, coverage } = results;
  const levels: readonly Level[] = ['documented', 'observed', 'assumed'];
  const machines = describedMachines.map((machine) => figuresOf(machine, results));
  const sum = (of: readonly number[]) => of.reduce((total, each) => total + each, 0);
  return [
    ...levels.map((level) => {
      const { passed, failed, warned, notExercised, errored } = totals[level];
      const covered = passed + failed + warned;
      return { name: `requirements, ${level}`, covered, total: covered + notExercised + errored };
    }),
    {
      name: 'operations',
      covered: Object.keys(coverage.operations).filter((id) => findOperation(id)).length,
      total: allOperations.length,
    },
    {
      name: 'events',
      covered: Object.keys(coverage.events).filter((type) => eventSchemas.has(type)).length,
      total: eventSchemas.size,
    },
    {
      name: 'transitions of state machines',
      covered: sum(machines.map(({ taken }) => taken)),
      total: sum(machines.map(({ transitions }) => transitions)),
    },
  ];
}

/** Information that the faults do not contain, most important first, as the format requires. */
function warningsOf(results: Results) {
  const { verdict, reason } = results;
  const broken = verdict === 'error' || verdict === 'incomplete';
  const withoutOperation = results.findings.filter((finding) => operationOf(finding) === undefined);
  return [
    ...(broken ? [{ category: 'run', displayPriority: 1, message: text(reason ?? headline(verdict)) }] : []),
    ...outcomeNotes(results).map((note) => ({
      category: 'exit-code',
      displayPriority: 1,
      message: text(note),
    })),
    ...withoutOperation.map(({ requirement, title }) => ({
      category: 'finding-without-operation',
      displayPriority: 1,
      message: text(`${requirement}: ${title}`),
    })),
    ...gaps(results).map(({ reason: why, requirements }) => ({
      category: 'not-exercised',
      displayPriority: 2,
      message: text(`${requirements.length} requirements: ${why}`),
    })),
  ];
}

/** Each check is a test case, each finding a fault of the operation that it ends with. */
export function renderWfc(results: Results): string {
  const { tool, run, checks, findings } = results;
  const faults = foundFaults(results);
  const distinct = new Set(
    faults.flatMap(({ faultCategories }) => faultCategories.map(({ code, context }) => `${code} ${context}`)),
  );
  const tried = checks.map(({ id, title }) => ({ id, name: title }));
  // A finding of an unfinished check still belongs to a test case.
  const unfinished = new Set(
    findings.map(({ check }) => check).filter((id) => !checks.some((each) => each.id === id)),
  );
  const testCases = [wholeRun, ...tried, ...[...unfinished].map((id) => ({ id, name: id }))];
  const requestsShown = findings
    .flatMap(({ steps }) => steps)
    .reduce((total, { exchanges }) => total + exchanges.length, 0);
  const report = {
    schemaVersion,
    toolName: tool.name,
    toolVersion: tool.version,
    creationTime: run.finishedAt,
    faults: { totalNumber: distinct.size, foundFaults: faults },
    problemDetails: {
      rest: {
        outputHttpCalls: requestsShown,
        evaluatedHttpCalls: run.requests,
        endpointIds: allOperations.map(endpoint),
        coveredHttpStatus: coveredHttpStatus(results),
      },
    },
    totalTests: testCases.length,
    testFilePaths: [],
    testCases,
    executionTimeInSeconds: Math.round(run.durationMillis / 1000),
    extra: [{ toolName: tool.name, criteria: criteria(results) }],
    warnings: warningsOf(results),
  };
  return `${jsonText(report, 2)}\n`;
}
