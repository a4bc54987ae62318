import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, which would otherwise be what everything else waits for at the end. */
const slow = [
  'proof/walk/invariants.test.ts',
  'proof/selftest/selftest.test.ts',
  'reference-server/store/kill.process.test.ts',
  'src/cli/run/run.process.test.ts',
  'src/cli/run/scale.process.test.ts',
  'conformance/resources/webhooks/live.test.ts',
  'proof/trials/models.test.ts',
  'proof/trials/adapter-mistakes.test.ts',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = slow.findIndex((name) => moduleId.endsWith(`/${name}`));
      return place < 0 ? slow.length : place;
    };
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right));
  }
}

const notHere = [
  '**/node_modules/**',
  // It is a project of its own, which tools/scripts/try-package.ts installs and runs.
  'examples/vitest-project/**',
  // They have steps of their own: npm run task -- benign, and npm run task -- histories.
  'proof/**/*.slow.test.ts',
];

export default defineConfig({
  resolve: {
    // Examples import the package by its name, which Node takes from the build.
    alias: {
      '@workforce-conformance/sdk/webhooks': fileURLToPath(
        new URL('./sdk/webhooks/index.ts', import.meta.url),
      ),
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'product',
          include: ['{openapi,sdk,conformance,reference-server,reports,src,markup,examples}/**/*.test.ts'],
          exclude: [...notHere, '**/*.process.test.ts'],
        },
      },
      // Whole runs in processes of their own take minutes: npm run task -- commands:test.
      {
        extends: true,
        test: { name: 'commands', include: ['{src,reference-server,examples}/**/*.process.test.ts'] },
      },
      // What shows that the suite works has a step of its own: npm run task -- proof:test.
      { extends: true, test: { name: 'proof', include: ['proof/**/*.test.ts'] } },
    ],
    exclude: notHere,
    // Only against a test that never ends: on a busy machine one may take many times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Most of the time of a small file went into loading the description again.
    isolate: false,
    // Many tests wait for a process or a server of their own. As a percentage it would end at the number of processors.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: SlowFirst },
  },
});
