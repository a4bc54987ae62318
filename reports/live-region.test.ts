import { describe, expect, test } from 'vitest';
import { LiveRegion } from './live-region.ts';
import { Screen } from './testing/screen.ts';

describe('the live region', () => {
  test('is redrawn, and permanent lines move up above it', async () => {
    const screen = new Screen(40, 10);
    const region = new LiveRegion(screen.write, () => 40);
    region.draw(['one', 'two']);
    region.draw(['three', 'four']);
    region.draw(['three', 'five'], 'stays\n');
    expect(await screen.lines()).toEqual(['stays', 'three', 'five']);
  });

  test('removes the rest of longer lines', async () => {
    const screen = new Screen(40, 10);
    const region = new LiveRegion(screen.write, () => 40);
    region.draw(['a long line', 'another long line'], 'stays\n');
    region.draw(['short']);
    expect(await screen.lines()).toEqual(['stays', 'short']);
  });

  test('permanent lines may fill the width of the terminal, or wrap', async () => {
    const screen = new Screen(10, 10);
    const region = new LiveRegion(screen.write, () => 10);
    region.draw(['live']);
    region.draw(['live'], '0123456789\n');
    region.draw(['live'], 'abcdefghijklm\n');
    expect(await screen.lines()).toEqual(['0123456789', 'abcdefghij', 'klm', 'live']);
  });

  test('writes nothing while nothing changes', () => {
    const written: string[] = [];
    const region = new LiveRegion(
      (text) => written.push(text),
      () => 40,
    );
    region.draw(['same']);
    region.draw(['same']);
    expect(written).toHaveLength(1);
  });

  test.each([
    { from: 40, to: 20 },
    { from: 40, to: 12 },
    { from: 20, to: 60 },
  ])('leaves no trace when the terminal goes from $from to $to columns', async ({ from, to }) => {
    const screen = new Screen(from, 10);
    let columns = from;
    const region = new LiveRegion(screen.write, () => columns);
    const live = () => ['#'.repeat(columns - 1), '='.repeat(columns - 1)];
    region.draw(live(), 'stays\n');
    await screen.lines();
    columns = to;
    screen.resize(to, 10);
    region.draw(live());
    expect(await screen.lines()).toEqual(['stays', ...live()]);
  });

  test('disappears and restores the cursor', async () => {
    const screen = new Screen(40, 10);
    const region = new LiveRegion(screen.write, () => 40);
    region.draw(['one', 'two'], 'stays\n');
    expect(screen.written).toContain('\u001b[?25l');
    region.clear();
    region.clear();
    expect(await screen.lines()).toEqual(['stays']);
    expect(
      screen.written
        .split('\u001b[?25')
        .slice(1)
        .map(([sign]) => sign),
    ).toEqual(['l', 'h']);
  });

  test('scrolls at the bottom of the terminal', async () => {
    const screen = new Screen(20, 5);
    const region = new LiveRegion(screen.write, () => 20);
    for (const id of ['a', 'b', 'c', 'd', 'e']) region.draw(['bar', 'detail'], `finding ${id}\n`);
    expect(await screen.lines()).toEqual(['finding d', 'finding e', 'bar', 'detail']);
  });
});
