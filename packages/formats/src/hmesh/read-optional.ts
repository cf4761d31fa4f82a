// The chunks that follow NODE, all optional. Checks sizes and tables, not bulk data.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import { sectionsOf } from '../chunked/chunk-sections.js';
import { typedSection } from '../core/typed-section.js';
import { readClusters } from './clusters/read-clusters.js';
import type { VertexGrid } from './compact/compact-layout.js';
import type { CompactParts } from './compact/stored-vertices.js';
import type { ChunkName, MeshDesc } from './layout.js';
import { readMicromaps } from './micromaps/read-micromaps.js';
import type { HmeshModel, Lods, Skin } from './model.js';
import { COLOR_FORMATS, ColorHeader } from './optional-layout.js';
import type { VertexColors } from './optional-model.js';
import { readLines } from './read-lines.js';
import { readMorphs } from './read-morphs.js';
import { readNames } from './read-names.js';
import { readTriangleWords } from './triangle-words.js';

type Optional = Pick<
  HmeshModel,
  'lods' | 'names' | 'colors' | 'uvs1' | 'morphs' | 'lines' | 'clusters' | 'meshletTriangleWords' | 'micromaps'
>;

/** The compact forms of optional chunks. */
export type CompactOptional = Pick<CompactParts, 'uvs1' | 'morphs'>;

/** `grid`: of compact vertices. */
export function readOptional(
  reader: ChunkReader<ChunkName>,
  desc: MeshDesc,
  skin: Skin | undefined,
  lods: Lods | undefined,
  grid: VertexGrid | undefined,
): Optional & { readonly compact: CompactOptional } {
  const { submeshCount, materialCount, vertexCount, meshletCount } = desc;
  const { morphs, deltas } = readMorphs(reader, submeshCount, grid);
  return {
    lods: readLodErrors(reader, lods, submeshCount),
    names: readNames(reader, {
      submeshCount,
      materialCount,
      jointCount: skin?.joints.length ?? 0,
      targetCount: morphs?.targets.length ?? 0,
    }),
    colors: readColors(reader, vertexCount),
    uvs1: grid ? undefined : readUvs(reader, vertexCount),
    compact: { uvs1: grid && readCompactUvs(reader, vertexCount), morphs: deltas },
    morphs,
    lines: readLines(reader, materialCount),
    clusters: readClusters(reader, meshletCount),
    meshletTriangleWords: readTriangleWords(reader, 'MLTW', 'MLTR'),
    micromaps: readMicromaps(reader, desc, lods),
  };
}

/** LODE is as small as LODT, so its values are checked here. */
function readLodErrors(reader: ChunkReader<ChunkName>, lods: Lods | undefined, submeshCount: number): Lods | undefined {
  const chunk = reader.get('LODE');
  if (chunk === undefined) return lods;
  if (lods === undefined) {
    reader.required('LODT');
    return undefined;
  }
  reader.expectSize(chunk, submeshCount * lods.lodCount * 4);
  const errors = reader.elements(chunk, Float32Array);
  for (const [i, error] of errors.entries())
    if (!(error >= 0 && error < Number.POSITIVE_INFINITY))
      reader.problems.add('bad-value', chunk.offset + i * 4, `LODE[${i}]`, 'must be finite and not negative');
  return { ...lods, errors };
}

function readColors(reader: ChunkReader<ChunkName>, vertexCount: number): VertexColors | undefined {
  const chunk = reader.get('CLR0');
  const head = chunk && reader.head(chunk, ColorHeader);
  const format = head && COLOR_FORMATS[head.format];
  if (chunk === undefined || format === undefined) return undefined;
  const type = format === 'unorm8' ? Uint8Array : Uint16Array;
  const [, at] = sectionsOf(reader, chunk, [ColorHeader.size, vertexCount * 4 * type.BYTES_PER_ELEMENT]) ?? [];
  if (at === undefined) return undefined;
  return { format, values: typedSection<Uint8Array | Uint16Array>(type, reader.bytes, at, vertexCount * 4) };
}

function readUvs(reader: ChunkReader<ChunkName>, vertexCount: number): Float32Array | undefined {
  const chunk = reader.get('UVS1');
  if (chunk === undefined) return undefined;
  reader.expectSize(chunk, vertexCount * 8);
  return reader.elements(chunk, Float32Array);
}

function readCompactUvs(reader: ChunkReader<ChunkName>, vertexCount: number): Uint16Array | undefined {
  const chunk = reader.get('UV1C');
  if (chunk === undefined) return undefined;
  reader.expectSize(chunk, vertexCount * 4);
  return reader.elements(chunk, Uint16Array);
}
