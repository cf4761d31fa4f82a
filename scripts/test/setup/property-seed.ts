// Which seed the properties begin with. fast-check takes whole numbers of 32 bits, and prints the one that it took where a property fails.

/** Any number would do. */
export const FIXED_SEED = 20_240_607;

/** Of what ASSETC_SEED says; undefined leaves the choice to fast-check, which takes another one every time. */
export function seedOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return FIXED_SEED;
  if (text === 'random') return undefined;
  const seed = Number(text);
  if (!/^-?\d+$/.test(text) || (seed | 0) !== seed)
    throw new Error(`ASSETC_SEED is '${text}': give a whole number of 32 bits, or random`);
  return seed;
}
