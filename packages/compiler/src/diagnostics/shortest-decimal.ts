// Numbers in messages. A 32-bit float read from a file is a long 64-bit decimal: -0.1 would print as -0.10000000149011612.

/** The fewest digits that still name the same 32-bit float. */
export function shortestDecimal(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
