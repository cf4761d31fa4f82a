// The written parts of assetc.h, in packages/formats/c/parts and packages/other-runtimes/c/parts. Each file contains declarations, then a
// line `/* @implementation */`, then code. The header contains all declarations first, then all code behind ASSETC_IMPLEMENTATION.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OTHER_PARTS } from '../../../packages/other-runtimes/c/header-parts.js';
import { meshChunkNamesInC } from '../mesh-chunk-names.js';
import { meshCodecTablesInC } from '../mesh-codec-tables.js';
import { transcodeTablesInC } from '../transcode-tables/files.js';

const DIVIDER = '/* @implementation */';

/** A part may use what comes before it. */
const PARTS: readonly string[] = [
  ...['error', 'text', 'spans', 'nfc-tables', 'ref', 'hpack', 'hman', 'hmat'],
  ...['mesh-codec-lanes', 'mesh-codec-tables', 'mesh-codec-vertices', 'mesh-codec-indices', 'mesh-codec-meshlets'],
  ...['xxh3', 'chunks', 'names', 'hmesh-tables', 'hmesh-forms', 'hmesh-joints', 'hmesh-bulk', 'hmesh-reach'],
  ...['hmesh-clusters', 'hmesh-micromaps', 'hmesh-optional', 'hmesh'],
  ...['hmesh-chunk-names', 'hmesh-encoded'],
  ...['ktx2-formats', 'ktx2-descriptor', 'ktx2-values', 'ktx2-levels', 'ktx2', 'light'],
  ...[
    'hanim',
    'pose',
    'hclip-bits',
    'hclip',
    'hclip-rules',
    'hclip-rotations',
    'hclip-sample',
    'pose-blend',
    'root-motion',
  ],
  ...['hfont', 'text-layout', 'culling', 'clusters', 'vertices', 'blas'],
  ...[
    'hmatx',
    'hmesh1',
    'json',
    'sha2',
    'ed25519',
    'pack-info',
    'library',
    'patch-plan',
    'patch',
    'hvar',
    'hscene-animation',
    'hscene-keys',
    'hscene',
    'map',
  ],
  ...['stream', 'stream-texture', 'stream-mesh'],
  ...['live-json', 'live'],
  ...['transcode-tables', 'astc-block', 'astc-ends', 'astc-hdr-ends', 'astc-texels'],
  ...['transcode-unpack', 'transcode-texels', 'transcode-astc', 'transcode-bc7', 'transcode-bc1'],
  ...[
    'transcode-bc4',
    'transcode-etc1',
    'transcode-eac',
    'transcode-hdr',
    'transcode-bc6h',
    'transcode',
    'astc-decode',
  ],
];

/** Parts that are not files. */
const GENERATED: Readonly<Record<string, () => string>> = {
  'transcode-tables': transcodeTablesInC,
  'mesh-codec-tables': meshCodecTablesInC,
  'hmesh-chunk-names': meshChunkNamesInC,
};

/** Parts that programs can leave out. */
const GUARDS = ['transcode', 'astc'].map((prefix) => ({ prefix, macro: 'ASSETC_NO_TRANSCODE' }));

function unless(macro: string | undefined, code: string): string {
  const text = code.trim();
  return macro === undefined || text === '' ? text : `#ifndef ${macro}\n${text}\n#endif /* ${macro} */`;
}

export interface CPart {
  readonly declarations: string;
  readonly implementation: string;
}

/** Parts for our own formats. */
export const ownCParts = (): readonly CPart[] => readParts('packages/formats/c/parts', PARTS);

/** Parts for other runtimes. */
export const otherCParts = (): readonly CPart[] => readParts('packages/other-runtimes/c/parts', OTHER_PARTS);

function readParts(folder: string, names: readonly string[]): readonly CPart[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.h'));
  const unlisted = files.filter((name) => !names.includes(name.slice(0, -'.h'.length)));
  if (unlisted.length > 0)
    throw new Error(`no list of parts contains these files of ${folder}: ${unlisted.join(', ')}`);
  return names.map((name) => {
    const text = GENERATED[name]?.() ?? readFileSync(join(folder, `${name}.h`), 'utf8');
    const [declarations, implementation, ...more] = text.split(`${DIVIDER}\n`);
    if (declarations === undefined || implementation === undefined || more.length > 0)
      throw new Error(`${folder}/${name}.h must have one line ${DIVIDER}`);
    const guard = GUARDS.find(({ prefix }) => name.startsWith(prefix))?.macro;
    return { declarations: unless(guard, declarations), implementation: unless(guard, implementation) };
  });
}
