// Tables of the vertex decoder in assetc.h: for each mask of 8 lanes, which byte each lane takes, and how many bytes are taken.

const MASKS = Array.from({ length: 256 }, (_, mask) => mask);

function shuffleOf(mask: number): string {
  let bytes = 0n;
  let taken = 0n;
  for (let lane = 0; lane < 8; lane++) {
    const isTaken = ((mask >> lane) & 1) === 1;
    bytes |= (isTaken ? taken : 128n) << BigInt(lane * 8);
    if (isTaken) taken++;
  }
  return `UINT64_C(0x${bytes.toString(16).padStart(16, '0')})`;
}

const countOf = (mask: number): string => `${[...mask.toString(2)].filter((bit) => bit === '1').length}`;

function rows(values: readonly string[], perRow: number): string {
  const lines: string[] = [];
  for (let i = 0; i < values.length; i += perRow) lines.push(`  ${values.slice(i, i + perRow).join(', ')}`);
  return lines.join(',\n');
}

/** A part of assetc.h. */
export const meshCodecTablesInC = (): string => `/* @implementation */

#ifdef ASSETC_IMPL_WIDE
/* For each mask of 8 lanes: the byte that each lane takes, 128 for none. Declared in scripts/generate/mesh-codec-tables.ts. */
static const uint64_t assetc_impl_byte_shuffles[256] = {
${rows(MASKS.map(shuffleOf), 4)}
};
static const unsigned char assetc_impl_byte_counts[256] = {
${rows(MASKS.map(countOf), 32)}
};
#endif
`;
