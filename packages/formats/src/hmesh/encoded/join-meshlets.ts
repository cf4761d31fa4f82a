// The chunks of meshlets, and of the clusters above them, in one compressed chunk each.

import type { ChunkToWrite } from '../../chunked/encode-chunks.js';
import { decodeMeshletBytes, indicesOver } from '../../mesh-codec/decode.js';
import { encodeMeshlets } from '../../mesh-codec/encode-meshlets.js';
import { Cluster } from '../clusters/cluster-layout.js';
import { Meshlet } from '../layout.js';
import { packTriangleWords } from '../triangle-words.js';
import { hashOf } from './encoded-chunk.js';
import { EncodedChunk, MESHLET_CHUNKS, type MeshletChunk } from './encoded-layout.js';
import { withHead } from './with-head.js';

type Raw = Map<string, Uint8Array>;

/**
 * Entries of `joined` are by the chunk whose place they take; the others disappear from `raw`. Triangles as words follow the new first
 * corners.
 */
export function joinMeshlets(
  name: MeshletChunk,
  raw: Raw,
  meshletCount: number,
  joined: Map<string, ChunkToWrite<string>>,
): void {
  const names = MESHLET_CHUNKS[name];
  const stride = raw.has(names.vertices[2]) ? 2 : 4;
  const vertices = raw.get(names.vertices[stride]);
  const corners = raw.get(names.triangles);
  const rows = names.rows === undefined ? undefined : raw.get(names.rows);
  const counts = name === 'mlts' ? meshletCounts(rows) : clusterCounts(raw.get('CLUS'), meshletCount);
  if (vertices === undefined || corners === undefined || counts === undefined) return;
  const source = encodeMeshlets(counts, indicesOver(vertices.slice(), stride), corners);
  const rawSize = (rows?.length ?? 0) + vertices.length + corners.length;
  if (source === undefined || source.length + EncodedChunk.size >= rawSize) return;
  const lists = new Uint8Array(vertices.length + corners.length);
  decodeMeshletBytes(source, counts.length, stride, lists);
  const turned = lists.slice(vertices.length);
  const hash = hashOf('meshlets', [...(rows === undefined ? [] : [rows]), vertices, turned]);
  const bytes = withHead('meshlets', { stride, count: counts.length, rawSize, hash }, source);
  for (const gone of [names.rows, names.vertices[stride], names.triangles]) if (gone !== undefined) raw.delete(gone);
  joined.set(names.rows ?? names.vertices[stride], { name, bytes });
  const words = name === 'mlts' ? 'MLTW' : 'CLTW';
  if (raw.has(words)) raw.set(words, new Uint8Array(packTriangleWords(turned).buffer));
}

interface Counts {
  readonly vertexCount: number;
  readonly triangleCount: number;
}

/** Undefined if meshlets are not one after another: then their offsets must be stored. */
function meshletCounts(rows: Uint8Array | undefined): readonly Counts[] | undefined {
  if (rows === undefined) return undefined;
  const counts: Counts[] = [];
  let [vertex, triangle] = [0, 0];
  for (let at = 0; at + Meshlet.size <= rows.length; at += Meshlet.size) {
    const { vertexOffset, vertexCount, triangleOffset, triangleCount } = Meshlet.read(rows, at);
    if (vertexOffset !== vertex || triangleOffset !== triangle) return undefined;
    counts.push({ vertexCount, triangleCount });
    vertex += vertexCount;
    triangle += triangleCount;
  }
  return counts;
}

/** Those above the meshlets, which are one after another in every valid mesh. */
function clusterCounts(rows: Uint8Array | undefined, meshletCount: number): readonly Counts[] | undefined {
  if (rows === undefined) return undefined;
  const above = Math.max(0, Math.floor(rows.length / Cluster.size) - meshletCount);
  return Array.from({ length: above }, (_, i) => Cluster.read(rows, i * Cluster.size));
}
