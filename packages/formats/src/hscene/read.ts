// Reads scenes. Shared by the decoder, which stops at the first problem, and the validator. Instances and keys are not read
// and the JSON of extras is not parsed here, so that opening a scene takes only as long as its tables.

import { ChunkReader } from '../chunked/chunk-reader.js';
import { type Chunk, type ChunkTable, readChunkTable } from '../chunked/chunk-table.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import { readNameTable } from '../core/name-table.js';
import type { Problems } from '../core/problem.js';
import type { Infer, Struct } from '../core/struct.js';
import { checkNodes } from './check-nodes.js';
import {
  CAMERA_TYPES,
  FLAG_BAKED,
  FLAG_VISIBLE,
  HSCENE_FORMAT,
  HSCENE_VERSION,
  HsceneCameraRow,
  type HsceneChunkName,
  HsceneDesc,
  HsceneInstanceRow,
  HsceneLightRow,
  HsceneNodeRow,
  LIGHT_TYPES,
} from './layout.js';
import type { Hscene, HsceneCamera, HsceneLight, HsceneNode } from './model.js';
import { type ReadAnimation, readAnimation } from './read-animation.js';
import { readExtras } from './read-extras.js';

type Reader = ChunkReader<HsceneChunkName>;

/**
 * Decodes a scene. Arrays are views into `bytes` if memory alignment allows. Throws only FormatError.
 *
 * @example
 * const scene = decodeHscene(bytes);
 * const walk = (i: number): void => {
 *   place(scene.nodes[i]);
 *   for (const child of scene.nodes[i].children) walk(child);
 * };
 * for (const root of scene.roots) walk(root);
 */
export const decodeHscene = (bytes: Uint8Array): Hscene => decoded(inspectHscene(bytes, new FirstProblem())).scene;

interface ReadHscene {
  readonly scene: Hscene;
  readonly table: ChunkTable<HsceneChunkName>;
  readonly animation: ReadAnimation | undefined;
}

/** Returns undefined if the file is unusable, which has been reported. */
export function inspectHscene(bytes: Uint8Array, problems: Problems): ReadHscene | undefined {
  const table = readChunkTable(HSCENE_FORMAT, bytes, HSCENE_VERSION, problems);
  if (table === undefined) return undefined;
  const reader = new ChunkReader(bytes, table, problems);
  const descChunk = reader.required('SDSC');
  const desc = descChunk && reader.head(descChunk, HsceneDesc);
  if (descChunk) reader.expectSize(descChunk, HsceneDesc.size);
  if (!desc) return undefined;
  const nodeRows = countedRows(reader, 'NODS', HsceneNodeRow, desc.nodeCount);
  const cameraRows = countedRows(reader, 'CAMS', HsceneCameraRow, desc.cameraCount);
  const lightRows = countedRows(reader, 'LGTS', HsceneLightRow, desc.lightCount);
  const instances = counted(reader, 'INST', desc.instanceCount * HsceneInstanceRow.size);
  const nodeChunk = reader.get('NODS');
  if (nodeChunk) checkNodes(nodeRows, desc, nodeChunk, problems);
  const animation = readAnimation(reader, desc);
  const names = readNames(reader, desc.nodeCount + desc.cameraCount + desc.lightCount, animation?.clips.length ?? 0);
  const lightNames = desc.nodeCount + desc.cameraCount;
  const clipNames = lightNames + desc.lightCount;
  const scene: Hscene = {
    version: 1,
    meshesAreBaked: (desc.flags & FLAG_BAKED) !== 0,
    ...nodesOf(nodeRows, names),
    cameras: cameraRows.map((row, i) => cameraOf(row, names[desc.nodeCount + i] ?? '')),
    lights: lightRows.map((row, i) => lightOf(row, names[lightNames + i] ?? '')),
    instances: instances ? reader.elements(instances, Float32Array) : new Float32Array(0),
    extras: readExtras(reader, desc),
    clips: (animation?.clips ?? []).map((clip, i) => ({ name: names[clipNames + i] ?? '', ...clip })),
  };
  return { scene, table, animation };
}

/** A chunk whose size follows from the counts. It may be omitted if it would be empty. */
function counted(reader: Reader, name: HsceneChunkName, wanted: number): Chunk | undefined {
  const chunk = wanted > 0 ? reader.required(name) : reader.get(name);
  if (chunk) reader.expectSize(chunk, wanted);
  return chunk;
}

function countedRows<V>(reader: Reader, name: HsceneChunkName, layout: Struct<V>, count: number): V[] {
  const chunk = counted(reader, name, count * layout.size);
  return chunk ? reader.rows(chunk, layout) : [];
}

function readNames(reader: Reader, things: number, clips: number): readonly string[] {
  const count = things + clips;
  const chunk = count > 0 ? reader.required('NAME') : reader.get('NAME');
  if (chunk === undefined) return [];
  return readNameTable(reader.bytes, chunk.offset, chunk.size, count, 'NAME', reader.problems) ?? [];
}

function nodesOf(
  rows: readonly Infer<typeof HsceneNodeRow>[],
  names: readonly string[],
): { readonly nodes: readonly HsceneNode[]; readonly roots: readonly number[] } {
  const roots: number[] = [];
  const children: number[][] = rows.map(() => []);
  for (const [i, { parent }] of rows.entries()) (children[parent] ?? roots).push(i);
  const nodes = rows.map(({ flags, ...row }, i) => ({
    name: names[i] ?? '',
    ...row,
    visible: (flags & FLAG_VISIBLE) !== 0,
    children: children[i] ?? [],
  }));
  return { nodes, roots };
}

function cameraOf(row: Infer<typeof HsceneCameraRow>, name: string): HsceneCamera {
  const { type, aspectOrXmag, yfovOrYmag, znear, zfar } = row;
  return CAMERA_TYPES[type] === 'orthographic'
    ? { name, type: 'orthographic', xmag: aspectOrXmag, ymag: yfovOrYmag, znear, zfar }
    : { name, type: 'perspective', aspect: aspectOrXmag, yfov: yfovOrYmag, znear, zfar };
}

const lightOf = ({ type, ...row }: Infer<typeof HsceneLightRow>, name: string): HsceneLight => ({
  name,
  ...row,
  type: LIGHT_TYPES[type] ?? 'directional',
});
