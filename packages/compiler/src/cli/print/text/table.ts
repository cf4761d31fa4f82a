// Formats rows as aligned columns. Widths count characters, not bytes.

/** `numeric` columns are aligned to the right. Trailing blanks are removed. */
export function formatTable(rows: readonly (readonly string[])[], numeric: readonly number[] = []): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, [...cell].length);
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const blanks = ' '.repeat(Math.max(0, (widths[i] ?? 0) - [...cell].length));
        return numeric.includes(i) ? `${blanks}${cell}` : `${cell}${blanks}`;
      })
      .join('  ')
      .trimEnd(),
  );
}
