// Properties of the file, and its GPU memory.

import { type Ktx2, Supercompression, textValue } from '@assetc/formats';
import { formatSize } from '../../format-size.js';
import { Facts, Panel } from '../../parts/panel.js';
import { Table } from '../../parts/table.js';
import type { TextureFacts } from '../../texture/facts.js';
import { videoMemory } from '../../texture/video-memory.js';

const SCHEMES: ReadonlyMap<number, string> = new Map([
  [Supercompression.none, 'none'],
  [Supercompression.basisLz, 'BasisLZ'],
  [Supercompression.zstd, 'Zstandard'],
]);

const CHANNEL_NAMES = { r: 'R', rg: 'R G', ra: 'R A', rgb: 'R G B', rgba: 'R G B A' } as const;

interface TextureFactsProps {
  readonly ktx: Ktx2;
  readonly facts: TextureFacts;
}

export function FactsPanel({ ktx, facts }: TextureFactsProps) {
  const stored = ktx.levels.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  const writer = textValue(ktx.keyValues, 'KTXwriter');
  const size = [ktx.pixelWidth, ktx.pixelHeight, ktx.pixelDepth].filter((side) => side > 0).join(' × ');
  return (
    <Panel title="Texture" note={`${size} ${facts.formatName}`}>
      <Facts
        rows={[
          ['Size', size],
          ...(ktx.layerCount > 0 ? ([['Layers', ktx.layerCount]] as const) : []),
          ...(ktx.faceCount > 1 ? ([['Faces', ktx.faceCount]] as const) : []),
          ['Mips', ktx.levelCount === 0 ? 'made by the loader' : ktx.levels.length],
          ['Format', facts.formatName],
          ['Channels', CHANNEL_NAMES[facts.channels]],
          ['Transfer', facts.isSrgb ? 'sRGB' : 'linear'],
          ...(facts.swizzle === undefined ? [] : ([['Swizzle', facts.swizzle]] as const)),
          ['Compression', SCHEMES.get(ktx.supercompressionScheme) ?? `scheme ${ktx.supercompressionScheme}`],
          ['Levels', formatSize(stored)],
          ...(writer === undefined ? [] : ([['Writer', writer]] as const)),
        ]}
      />
    </Panel>
  );
}

export function MemoryPanel({ ktx, facts }: TextureFactsProps) {
  const rows = videoMemory(ktx, facts);
  const stored = rows.find(({ isStored }) => isStored);
  return (
    <Panel title="Video memory" note={stored === undefined ? '' : formatSize(stored.all)}>
      <Table
        label="Video memory by target"
        columns={[
          {
            title: 'Target',
            cell: ({ target, where }) => (
              <span class="target" title={where}>
                {target}
              </span>
            ),
          },
          { title: 'Bits', isNumber: true, cell: ({ bitsPerTexel }) => bitsPerTexel },
          { title: 'Mip 0', isNumber: true, cell: ({ base }) => formatSize(base) },
          { title: 'All', isNumber: true, cell: ({ all }) => formatSize(all) },
        ]}
        rows={rows}
        keyOf={({ target }) => target}
        classOf={({ isStored }) => (isStored ? 'is-stored' : '')}
      />
    </Panel>
  );
}
