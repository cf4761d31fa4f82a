// The names of all chunks of a mesh for assetc.h: plain ones, then compressed ones.

import { fourcc } from '../../packages/formats/src/core/struct.js';
import { ENCODED_NAMES } from '../../packages/formats/src/hmesh/encoded/encoded-layout.js';
import { CHUNKS } from '../../packages/formats/src/hmesh/layout.js';

const inC = (name: string): string =>
  `UINT32_C(0x${fourcc(name).toString(16).toUpperCase().padStart(8, '0')}) /* ${name} */`;

function rows(names: readonly string[]): string {
  const lines: string[] = [];
  for (let i = 0; i < names.length; i += 4)
    lines.push(
      `  ${names
        .slice(i, i + 4)
        .map(inC)
        .join(', ')}`,
    );
  return lines.join(',\n');
}

/** A part of assetc.h. */
export const meshChunkNamesInC = (): string => `/* @implementation */

#define ASSETC_IMPL_PLAIN_NAMES ${CHUNKS.length}u
#define ASSETC_IMPL_ALL_NAMES ${CHUNKS.length + ENCODED_NAMES.length}u
ASSETC_ASSERT(room_for_chunks, ASSETC_IMPL_ALL_NAMES <= ASSETC_IMPL_MAX_CHUNKS);

/* Plain chunks of a mesh, then compressed ones. */
static const uint32_t assetc_impl_all_chunk_names[ASSETC_IMPL_ALL_NAMES] = {
${rows([...CHUNKS, ...ENCODED_NAMES])}
};
`;
