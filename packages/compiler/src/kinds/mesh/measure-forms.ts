// What a mesh would take with compact vertices, with compression, and with both: measured on the compiled file.

import {
  compressedChunks,
  decodeHmesh,
  encodeHmesh,
  FormatError,
  type Hmesh,
  type HmeshModel,
  packColors,
  unpackColors,
  unpackVertices,
  type VertexGrid,
} from '@assetc/formats';
import { GpuSkinVertex } from '@assetc/formats/layouts';
import { chooseGrid } from '../../compilers/mesh/compact/choose-grid.js';
import { checkLimits } from '../../compilers/mesh/compact/compact-limits.js';
import { orderForSize } from '../../compilers/mesh/compact/order-for-size.js';
import { compactRows, narrowIndices, splitStreams } from '../../compilers/mesh/compact/stored-forms.js';
import { type MeshSettings, meshSettings } from '../../compilers/mesh/settings.js';
import {
  gatherRows,
  type IndexedRows,
  NORMAL,
  rowLayout,
  rowsOf,
  TANGENT,
  UV,
  type VertexRows,
} from '../../compilers/mesh/vertices/vertex-rows.js';
import { compressMesh } from '../../encoding/mesh/compress-mesh.js';
import { settingsIn } from '../../model/kind/setting.js';

const MAX_NARROW = 0xffff;

/** Bytes of the file with other settings; null if it has that form already, or cannot have it. */
export interface FormSizes {
  /** `vertices: compact` and `indexWidth: smallest`. */
  readonly compactBytes: number | null;
  /** `compression: meshopt`. */
  readonly compressedBytes: number | null;
  /** All of them. */
  readonly bothBytes: number | null;
  /** The grid that compact vertices would have. */
  readonly grid: VertexGrid | null;
}

/** `settings`: canonical JSON of those it was made with. Undefined if it cannot be read. */
export function measureForms(hmesh: Uint8Array, settings: string): FormSizes | undefined {
  try {
    return sizesOf(hmesh, settingsIn(JSON.parse(settings), meshSettings));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function sizesOf(bytes: Uint8Array, settings: MeshSettings): FormSizes {
  const mesh = decodeHmesh(bytes);
  const isCompressed = compressedChunks(bytes).length > 0;
  const isCompact = mesh.stored?.compact !== undefined;
  const isSplit = mesh.stored !== undefined && mesh.stored.streams.length > 1;
  const found = isCompact ? undefined : toCompact(mesh, settings);
  const write = (model: HmeshModel, forSize: boolean): Uint8Array => {
    const isOrdered = !forSize || isCompressed || settings.triangleOrder === 'cache';
    const ordered = isOrdered ? model : orderForSize(model);
    return encodeHmesh(isSplit ? { ...ordered, ...splitStreams(ordered) } : ordered);
  };
  const interleaved = interleavedStreams(mesh);
  return {
    compactBytes: found?.model && !isCompressed ? write(found.model, false).length : null,
    compressedBytes: isCompressed ? null : compressMesh(write(interleaved, true)).length,
    bothBytes: found?.model ? compressMesh(write(found.model, true)).length : null,
    grid: found?.grid ?? null,
  };
}

/** A mesh whose vertices are in one stream. */
function interleavedStreams(mesh: Hmesh): HmeshModel {
  const { stored } = mesh;
  if (stored?.compact === undefined) return { ...mesh, stored: undefined };
  const [first, second] = stored.streams;
  if (second === undefined) return mesh;
  const count = mesh.desc.vertexCount;
  const [width, rest] = [first.length / count, second.length / count];
  const rows = new Uint8Array(first.length + second.length);
  for (let i = 0; i < count; i++) {
    rows.set(first.subarray(i * width, (i + 1) * width), i * (width + rest));
    rows.set(second.subarray(i * rest, (i + 1) * rest), i * (width + rest) + width);
  }
  return { ...mesh, stored: { streams: [rows], compact: stored.compact } };
}

/** Vertices that become equal are not joined: the compiler may write a few less. No model if the errors would be too large. */
function toCompact(
  mesh: Hmesh,
  settings: MeshSettings,
): { readonly model: HmeshModel | undefined; readonly grid: VertexGrid } | undefined {
  const { morphs, skin, colors } = mesh;
  if (mesh.desc.vertexCount === 0) return undefined;
  const rows = rowsOfMesh(mesh);
  const deltas = morphs === undefined ? [] : [{ ...morphs, defaultWeight: 0 }];
  const chosen = chooseGrid([rows], [{ extent: 0, targets: deltas }], settings.grid, settings.maxError.uv);
  if (!('grid' in chosen)) return undefined;
  const compact = { grid: chosen.grid, jointCount: skin?.joints.length ?? 0 };
  const compactLayout = rowsOf({ ...rows.layout, compact }, rows.bits);
  const { grid } = chosen;
  const { exceeded } = checkLimits(submeshesOf(mesh, compactLayout), [], settings.maxError);
  const form = compactRows([compactLayout], morphs);
  if (form === undefined || exceeded.length > 0) return { model: undefined, grid };
  const { skinVertices, ...vertices } = form;
  const full = {
    ...mesh,
    ...vertices,
    ...(skin && skinVertices && { skin: { ...skin, vertices: skinVertices } }),
    ...(colors && { colors: unitColors(colors) }),
  };
  const model = mesh.desc.vertexCount <= MAX_NARROW ? { ...full, ...narrowIndices(full) } : full;
  return { model, grid };
}

/** The rows and triangles of each submesh. */
function submeshesOf({ submeshes, indices }: Hmesh, rows: VertexRows): readonly IndexedRows[] {
  return submeshes.map(({ firstIndex, indexCount }) => {
    const own = indices.subarray(firstIndex, firstIndex + indexCount);
    const used = Uint32Array.from(new Set(own)).sort();
    const numbers = new Map(Array.from(used, (vertex, i) => [vertex, i]));
    return { rows: gatherRows(rows, used), indices: Uint32Array.from(own, (vertex) => numbers.get(vertex) ?? 0) };
  });
}

/** Colors between 0 and 1 fit into bytes. */
function unitColors(colors: NonNullable<Hmesh['colors']>): NonNullable<Hmesh['colors']> {
  const rgba = unpackColors(colors);
  return rgba.every((value) => value >= 0 && value <= 1) ? packColors(rgba, 'unorm8') : colors;
}

function rowsOfMesh(mesh: Hmesh): VertexRows {
  const { positions, normals, tangents, uvs } = unpackVertices(mesh.vertices);
  const layout = rowLayout({ skin: mesh.skin !== undefined, color: false, moreUvs: mesh.uvs1 === undefined ? 0 : 1 });
  const rows = rowsOf(layout, new Uint32Array(mesh.desc.vertexCount * layout.words));
  const fill = (values: Float32Array, width: number, first: number): void => {
    for (let i = 0; i < values.length; i++)
      rows.floats[Math.floor(i / width) * layout.words + first + (i % width)] = values[i] ?? 0;
  };
  fill(positions, 3, 0);
  fill(normals, 3, NORMAL);
  fill(uvs, 2, UV);
  fill(tangents, 4, TANGENT);
  const [second = -1] = layout.moreUvs;
  if (mesh.uvs1 !== undefined) fill(mesh.uvs1, 2, second);
  if (mesh.skin !== undefined) {
    const words = GpuSkinVertex.size / 4;
    const skin = new Uint32Array(mesh.skin.vertices.slice().buffer);
    for (let i = 0; i < skin.length; i++)
      rows.bits[Math.floor(i / words) * layout.words + layout.skin + (i % words)] = skin[i] ?? 0;
  }
  return rows;
}
