// The seed that properties start with. fast-check takes 32-bit integers, and prints the seed if a property fails.

/** An arbitrary number. */
export const FIXED_SEED = 20_240_607;

/** Parses ASSETC_SEED. Returns undefined for `random`: fast-check then takes another seed each time. */
export function parseSeed(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return FIXED_SEED;
  if (text === 'random') return undefined;
  const seed = Number(text);
  if (!/^-?\d+$/.test(text) || (seed | 0) !== seed)
    throw new Error(`ASSETC_SEED is '${text}': use a 32-bit integer, or random`);
  return seed;
}
