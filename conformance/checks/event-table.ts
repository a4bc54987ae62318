/** Runs a table of what is done and which event must come of it. */
import type { Capability, RequirementId } from '../../openapi/catalogue.ts';
import { part } from '../actions/answers.ts';
import type { EventData, EventLog } from '../actions/event-log.ts';
import type { Scenario } from '../provider/scenario.ts';

/** What the rows of a table act on. */
export interface Subject {
  readonly log: EventLog;
}

export interface Row<S extends Subject> {
  /** What is done. */
  readonly label: string;
  /** Beyond what the check itself needs. */
  readonly needs: readonly Capability[];
  readonly act: (scenario: Scenario, subject: S) => Promise<void>;
  readonly type: string;
  /** Fields that say what the event is about. */
  readonly about?: (subject: S) => EventData;
  /** Other fields that it has to show. */
  readonly shows?: (subject: S) => EventData;
  /** Broken when the event does not arrive; without it that is the matter of another check. */
  readonly sent?: RequirementId;
  /** Broken when it is about something else, or shows something else. */
  readonly payload?: RequirementId;
  /** Looks further into the event. */
  readonly inspect?: (scenario: Scenario, subject: S, data: EventData) => Promise<void>;
}

const idsOf = <S extends Subject>({ sent, payload }: Row<S>) =>
  [sent, payload].filter((id) => id !== undefined);

/** The requirements that a table evaluates. */
export const coveredBy = <S extends Subject>(rows: readonly Row<S>[]): readonly RequirementId[] => [
  ...new Set(rows.flatMap((row) => idsOf(row))),
];

/** Goes through the rows that the target offers the means for. */
export async function followTable<S extends Subject>(
  scenario: Scenario,
  subject: S,
  rows: readonly Row<S>[],
): Promise<void> {
  for (const row of rows) {
    const { sent, payload } = row;
    const missing = row.needs.filter((capability) => !scenario.has(capability));
    if (missing.length > 0) {
      for (const id of idsOf(row)) scenario.skip(id, `The target does not offer ${missing.join(', ')}.`);
      continue;
    }
    await part(scenario, idsOf(row), async () => {
      scenario.step(row.label);
      await subject.log.look();
      await row.act(scenario, subject);
      await subject.log.look();
      const data = subject.log.expect({
        type: row.type,
        about: row.about?.(subject) ?? {},
        shows: row.shows?.(subject) ?? {},
        ...(sent !== undefined && { sent }),
        ...(payload !== undefined && { payload }),
      });
      if (data !== undefined) await row.inspect?.(scenario, subject, data);
    });
  }
}
