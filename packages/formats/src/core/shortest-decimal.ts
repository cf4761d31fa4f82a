// Numbers in messages. A 32-bit float that was read from a file is a long 64-bit decimal: -0.1 would print as -0.10000000149011612.

/** The fewest digits that still name the same 32-bit float. */
export function shortestDecimal(value: number): string {
  const float = Math.fround(value);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return String(short);
  }
  return String(Number(float.toPrecision(9)));
}

/** For key times, which must not decrease. */
export const wentBack = (from: number, to: number): string =>
  `goes back from ${shortestDecimal(from)} to ${shortestDecimal(to)}`;
