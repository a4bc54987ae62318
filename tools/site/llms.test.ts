import { expect, test } from 'vitest';
import { firstSentenceOf, llmsText, pagesFor } from './llms.ts';

const groups = [
  { text: 'Begin', items: [{ text: 'Quick start', link: '/quick-start' }] },
  {
    text: 'Commands',
    items: [{ text: 'run', link: '/cli/run' }],
    link: '/cli/overview',
    collapsed: true as const,
  },
];

test('lists the pages of open groups with the first sentence of each', () => {
  const pages = new Map([
    ['quick-start', '# Quick start\n\n```sh\nnpm ci\n```\n\nRun the [suite](./ci.md)\nonce. Then more.\n'],
  ]);
  expect(llmsText(groups, pages, '/docs/', 'A kit.')).toBe(
    '# workforce-conformance\n\n> A kit.\n\n## Begin\n\n- [Quick start](/docs/quick-start.md): Run the suite once.\n',
  );
  expect(pagesFor(groups)).toEqual(['quick-start']);
});

test('a page without prose has no sentence', () => {
  expect(firstSentenceOf('---\nlayout: home\n---\n\n# Title\n\n| a |\n| - |\n')).toBe('');
});
