// Writes scenes. Equal models give equal bytes. A model that cannot be stored is our own mistake: a plain Error.

import { type ChunkToWrite, encodeChunks, rows, whole } from '../chunked/encode-chunks.js';
import { encodeNameTable } from '../core/name-table.js';
import { writeText } from '../core/text.js';
import { bytesOf } from '../core/typed-section.js';
import { encodeAnimation } from './encode-animation.js';
import {
  CAMERA_TYPES,
  EXTRAS_TARGETS,
  FLAG_BAKED,
  FLAG_VISIBLE,
  HSCENE_FORMAT,
  HSCENE_VERSION,
  HsceneCameraRow,
  type HsceneChunkName,
  HsceneDesc,
  HsceneExtrasHeader,
  HsceneExtrasRow,
  HsceneInstanceRow,
  HsceneLightRow,
  HsceneNodeRow,
  LIGHT_TYPES,
} from './layout.js';
import type { HsceneCamera, HsceneExtras, HsceneModel, HsceneNodeModel } from './model.js';
import { validateHscene } from './validate.js';

type Written = ChunkToWrite<HsceneChunkName>;

/** Encodes a scene. Equal models give equal bytes. Throws a plain Error for a model that cannot be stored. */
export function encodeHscene(model: HsceneModel): Uint8Array {
  const { nodes, cameras, lights, instances, clips } = model;
  const instanceCount = whole(instances.byteLength / HsceneInstanceRow.size, 'instances');
  const desc = {
    nodeCount: nodes.length,
    cameraCount: cameras.length,
    lightCount: lights.length,
    instanceCount,
    flags: model.meshesAreBaked ? FLAG_BAKED : 0,
    pad: [0, 0, 0],
  };
  const names = [...nodes, ...cameras, ...lights, ...clips].map(({ name }) => name);
  const lightRows = lights.map((light) => ({ ...light, type: LIGHT_TYPES.indexOf(light.type) }));
  const chunks: readonly Written[] = [
    { name: 'NODS', bytes: rows(HsceneNodeRow, nodes.map(nodeRow)) },
    { name: 'NAME', bytes: names.length === 0 ? new Uint8Array(0) : encodeNameTable(names) },
    { name: 'CAMS', bytes: rows(HsceneCameraRow, cameras.map(cameraRow)) },
    { name: 'LGTS', bytes: rows(HsceneLightRow, lightRows) },
    { name: 'INST', bytes: bytesOf(instances) },
    { name: 'EXTR', bytes: encodeExtras(model.extras) },
    { name: 'ANIM', bytes: encodeAnimation(clips) },
  ];
  const bytes = encodeChunks(HSCENE_FORMAT, HSCENE_VERSION, [
    { name: 'SDSC', bytes: rows(HsceneDesc, [desc]) },
    ...chunks.filter((chunk) => chunk.bytes.length > 0),
  ]);
  const [problem] = validateHscene(bytes);
  if (problem) throw new Error(`the scene cannot be written: ${problem.field} ${problem.message}`);
  return bytes;
}

const nodeRow = ({ visible, ...node }: HsceneNodeModel) => ({ ...node, flags: visible ? FLAG_VISIBLE : 0 });

const cameraRow = (camera: HsceneCamera) => ({
  type: CAMERA_TYPES.indexOf(camera.type),
  aspectOrXmag: camera.type === 'perspective' ? camera.aspect : camera.xmag,
  yfovOrYmag: camera.type === 'perspective' ? camera.yfov : camera.ymag,
  znear: camera.znear,
  zfar: camera.zfar,
  pad: [0, 0, 0],
});

function encodeExtras(extras: readonly HsceneExtras[]): Uint8Array {
  if (extras.length === 0) return new Uint8Array(0);
  const sorted = extras
    .map(({ target, index, json }) => ({ target: EXTRAS_TARGETS.indexOf(target), index, text: writeText(json) }))
    .sort((a, b) => a.target - b.target || a.index - b.index);
  const start = HsceneExtrasHeader.size + sorted.length * HsceneExtrasRow.size;
  const textBytes = sorted.reduce((sum, { text }) => sum + text.length, 0);
  const bytes = new Uint8Array(start + textBytes);
  HsceneExtrasHeader.write(bytes, 0, { count: sorted.length, textBytes, pad: [0, 0] });
  let offset = 0;
  for (const [i, { target, index, text }] of sorted.entries()) {
    const at = HsceneExtrasHeader.size + i * HsceneExtrasRow.size;
    HsceneExtrasRow.write(bytes, at, { target, index, offset, length: text.length });
    bytes.set(text, start + offset);
    offset += text.length;
  }
  return bytes;
}
