// The written parts of assetc.h. Each file of packages/formats/c/parts holds declarations, then a line `/* @implementation */`,
// then code; the header gets all declarations first and all code, in the order below, behind ASSETC_IMPLEMENTATION.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transcodeTablesInC } from '../transcode-tables/files.js';

const FOLDER = 'packages/formats/c/parts';
const DIVIDER = '/* @implementation */';

/** A part may use what comes before it. */
const PARTS: readonly string[] = [
  ...['error', 'text', 'spans', 'nfc-tables', 'ref', 'hpack', 'hman', 'hmat'],
  ...['chunks', 'names', 'hmesh-tables', 'hmesh-joints', 'hmesh-bulk', 'hmesh-reach'],
  ...['hmesh-clusters', 'hmesh-optional', 'hmesh'],
  ...['ktx2-formats', 'ktx2-descriptor', 'ktx2-values', 'ktx2-levels', 'ktx2', 'light'],
  ...['hanim', 'pose', 'hfont', 'text-layout', 'culling', 'clusters', 'vertices'],
  ...['hmatx', 'hmesh1', 'json', 'hscene-animation', 'hscene-keys', 'hscene', 'map'],
  ...['lz4', 'vkguide-fields', 'vkguide', 'vkguide-mesh'],
  ...['transcode-tables', 'transcode-unpack', 'transcode-texels', 'transcode-astc', 'transcode-bc7', 'transcode-bc1'],
  ...['transcode-bc4', 'transcode-etc1', 'transcode-eac', 'transcode'],
];

/** Parts that are not files. */
const GENERATED: Readonly<Record<string, () => string>> = { 'transcode-tables': transcodeTablesInC };

export interface CPart {
  readonly declarations: string;
  readonly implementation: string;
}

export function cParts(): readonly CPart[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.h'));
  const unlisted = files.filter((name) => !PARTS.includes(name.slice(0, -'.h'.length)));
  if (unlisted.length > 0)
    throw new Error(`scripts/generate/c-header/c-parts.ts does not say where these go: ${unlisted.join(', ')}`);
  return PARTS.map((name) => {
    const text = GENERATED[name]?.() ?? readFileSync(join(FOLDER, `${name}.h`), 'utf8');
    const [declarations, implementation, ...more] = text.split(`${DIVIDER}\n`);
    if (declarations === undefined || implementation === undefined || more.length > 0)
      throw new Error(`${FOLDER}/${name}.h must have one line ${DIVIDER}`);
    return { declarations: declarations.trim(), implementation: implementation.trim() };
  });
}
