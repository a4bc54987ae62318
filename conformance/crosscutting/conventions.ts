/** Conventions that hold for every response of a documented operation: section "Resources and their fields". */

import { allOperations } from '../../openapi/description.ts';
import { type Check, example } from '../provider/check.ts';
import { inputFor } from '../provider/intruders.ts';
import { onOperation } from '../provider/sweep.ts';
import { openTenant } from '../provider/tenant.ts';

const documented = allOperations.filter(({ provenance }) => provenance === 'documented');

export const answerChecks: readonly Check[] = [
  example({
    id: 'answers.shapes',
    title: 'Every response of a documented operation has its documented shape',
    covers: ['PLATFORM-001', 'ERR-001', 'CONV-001'],
    needs: [],
    reads: true,
    stateless: true,
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      for (const operation of documented) {
        if (!scenario.offers(operation.id)) continue;
        scenario.independentStep(operation.summary.toLowerCase());
        // The response is judged by its schema; other checks judge its status.
        await onOperation(scenario, [], operation.id, async () => {
          await scenario.send(operation.id, caller, inputFor(operation));
        });
      }
    },
  }),
];
