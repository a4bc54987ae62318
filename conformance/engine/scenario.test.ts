import { expect, it } from 'vitest';
import { BaseScenario, type CaseContext } from './scenario.ts';

class Waiting extends BaseScenario {
  wait(millis: number): Promise<void> {
    return this.pause(millis);
  }
}

it('waits no less than it is told, by any part of a millisecond', async () => {
  const context: Partial<CaseContext> = { signal: new AbortController().signal };
  const scenario = new Waiting(context as CaseContext);
  const tooShort = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const [started, millis] = [performance.now(), 5 + index / 50];
      await scenario.wait(millis);
      return performance.now() - started < millis;
    }),
  );
  expect(tooShort).not.toContain(true);
});
