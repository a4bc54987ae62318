/** Aligned columns of plain text. */

/**
 * @param columns width to keep to; the last column is cut there. Absent: nothing is cut.
 * @returns lines without a trailing newline
 */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns?: number,
): readonly string[] {
  const all = [header, ...rows];
  const widths = header.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)));
  return all.map((row) => {
    const line = row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
    return columns === undefined || line.length <= columns ? line : `${line.slice(0, columns - 1)}…`;
  });
}
