// Writes the chunks after NODE that the model has.

import { joinSections } from '../chunked/chunk-sections.js';
import { type ChunkToWrite, rows, whole } from '../chunked/encode-chunks.js';
import { encodeNameTable } from '../core/name-table.js';
import { bytesOf } from '../core/typed-section.js';
import { indexChunk } from './compact/encode-stored.js';
import type { CompactDeltas } from './compact/stored-vertices.js';
import type { ChunkName } from './layout.js';
import { micromapsPayload } from './micromaps/encode-micromaps.js';
import type { HmeshModel } from './model.js';
import {
  COLOR_FORMATS,
  ColorHeader,
  LINE_MODES,
  LineRange,
  LinesHeader,
  MORPH_NORMALS,
  MORPH_TANGENTS,
  MorphHeader,
  MorphRange,
  MorphTarget,
  NamesHeader,
} from './optional-layout.js';
import type { Lines, MeshNames, Morphs, VertexColors } from './optional-model.js';

export function optionalChunks(model: HmeshModel, vertexCount: number): ChunkToWrite<ChunkName>[] {
  const { names, lods, colors, morphs, lines, clusters, meshletTriangleWords, micromaps, stored } = model;
  const compact = stored?.compact;
  const chunks: ChunkToWrite<ChunkName>[] = [];
  if (names) chunks.push({ name: 'NAMS', bytes: namesPayload(names) });
  if (lods?.errors) {
    if (lods.errors.length * 2 !== lods.ranges.length) throw new Error('one error for each submesh and level');
    chunks.push({ name: 'LODE', bytes: bytesOf(lods.errors) });
  }
  if (colors) chunks.push({ name: 'CLR0', bytes: colorsPayload(colors, vertexCount) });
  const uvs1 = compact ? compact.uvs1 : model.uvs1;
  if (uvs1) {
    if (uvs1.length !== vertexCount * 2) throw new Error('two texture coordinates for each vertex');
    chunks.push({ name: compact ? 'UV1C' : 'UVS1', bytes: bytesOf(uvs1) });
  }
  if (morphs) chunks.push({ name: compact ? 'MRPC' : 'MRPH', bytes: morphsPayload(morphs, compact?.morphs) });
  if (lines) chunks.push({ name: 'LNPT', bytes: linesPayload(lines) });
  if (clusters)
    chunks.push(
      { name: 'CLUS', bytes: bytesOf(clusters.rows) },
      indexChunk('CLVR', clusters.vertices),
      { name: 'CLTR', bytes: clusters.triangles },
      { name: 'CLGR', bytes: bytesOf(clusters.groups) },
      { name: 'CLPG', bytes: bytesOf(clusters.pages) },
    );
  if (meshletTriangleWords) chunks.push({ name: 'MLTW', bytes: bytesOf(meshletTriangleWords) });
  if (clusters?.triangleWords) chunks.push({ name: 'CLTW', bytes: bytesOf(clusters.triangleWords) });
  if (micromaps) chunks.push({ name: 'OMAP', bytes: micromapsPayload(micromaps) });
  return chunks;
}

/** Readers compare the counts with those of the mesh. */
function namesPayload({ submeshes, materials, joints, targets }: MeshNames): Uint8Array {
  const head = {
    submeshCount: submeshes.length,
    materialCount: materials.length,
    jointCount: joints.length,
    targetCount: targets.length,
  };
  const table = encodeNameTable([...submeshes, ...materials, ...joints, ...targets]);
  return joinSections([rows(NamesHeader, [head]), table]);
}

function colorsPayload({ format, values }: VertexColors, vertexCount: number): Uint8Array {
  if (values.BYTES_PER_ELEMENT !== (format === 'unorm8' ? 1 : 2)) throw new Error(`${format} with other values`);
  if (values.length !== vertexCount * 4) throw new Error('four numbers of color for each vertex');
  return joinSections([
    rows(ColorHeader, [{ format: COLOR_FORMATS.indexOf(format), pad: [0, 0, 0] }]),
    bytesOf(values),
  ]);
}

/** `compact`: the deltas in their compact form. */
function morphsPayload(morphs: Morphs, compact: CompactDeltas | undefined): Uint8Array {
  const { ranges, targets, vertices } = morphs;
  const { positions, normals, tangents } = compact ?? morphs;
  const width = compact ? 4 : 3;
  if (positions.length !== vertices.length * width) throw new Error('one delta for each vertex that moves');
  const normalCount = whole(normals.length / width, 'normal deltas');
  const tangentCount = whole(tangents.length / width, 'tangent deltas');
  const targetRows = targets.map(({ hasNormals, hasTangents, ...target }) => ({
    ...target,
    flags: (hasNormals ? MORPH_NORMALS : 0) | (hasTangents ? MORPH_TANGENTS : 0),
    pad: [0, 0],
  }));
  return joinSections([
    rows(MorphHeader, [
      {
        targetCount: targets.length,
        submeshCount: ranges.length,
        entryCount: vertices.length,
        normalCount,
        tangentCount,
        pad: [0, 0, 0],
      },
    ]),
    rows(
      MorphRange,
      ranges.map((range) => ({ ...range, pad: 0 })),
    ),
    rows(MorphTarget, targetRows),
    ...[vertices, positions, normals, tangents].map(bytesOf),
  ]);
}

function linesPayload({ ranges, indices }: Lines): Uint8Array {
  const head = { rangeCount: ranges.length, indexCount: indices.length, pad: [0, 0] };
  const table = ranges.map(({ mode, ...range }) => ({ mode: LINE_MODES.indexOf(mode), ...range }));
  return joinSections([rows(LinesHeader, [head]), rows(LineRange, table), bytesOf(indices)]);
}
