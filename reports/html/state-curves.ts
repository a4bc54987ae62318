/** The lines of a state graph, as paths of SVG. */
import type { Point } from './state-layout.ts';

export const round = (value: number) => Number(value.toFixed(1));

/** Change of x over change of y between two points, 0 where there is none. */
function slope(from: Point, to: Point): number {
  return to.y === from.y ? 0 : (to.x - from.x) / (to.y - from.y);
}

/** Tangent at an inner point: upright where the line turns, so that it never swings past a point. */
function tangent(before: Point, at: Point, after: Point): number {
  const [into, out] = [slope(before, at), slope(at, after)];
  return into * out <= 0 ? 0 : (2 * into * out) / (into + out);
}

/** A smooth line through all points, which follow one another down (or up) the page. */
export function curve(points: readonly Point[]): string {
  const [first, ...others] = points;
  if (first === undefined) return '';
  const tangentAt = (index: number) => {
    const [before, at, after] = [points[index - 1], points[index], points[index + 1]];
    if (at === undefined) return 0;
    if (before === undefined) return after === undefined ? 0 : slope(at, after);
    return after === undefined ? slope(before, at) : tangent(before, at, after);
  };
  const segments = others.map((to, index) => {
    const from = points[index] ?? to;
    const third = (to.y - from.y) / 3;
    const control = [
      [from.x + third * tangentAt(index), from.y + third],
      [to.x - third * tangentAt(index + 1), to.y - third],
      [to.x, to.y],
    ];
    return `C${control.map((pair) => pair.map(round).join(' ')).join(',')}`;
  });
  return `M${round(first.x)} ${round(first.y)}${segments.join('')}`;
}

/** One cubic curve from its four control points. */
export function loop(points: readonly Point[]): string {
  const [first, ...others] = points.map(({ x, y }) => `${round(x)} ${round(y)}`);
  return `M${first}C${others.join(',')}`;
}
