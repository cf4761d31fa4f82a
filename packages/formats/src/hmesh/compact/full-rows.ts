// Stored vertices as the rows of GpuVertex and GpuSkinVertex that readers of full meshes use. Made when they are first read.

import { packTangent } from '../../codec/pack-octahedral.js';
import { typedSection } from '../../core/typed-section.js';
import { GpuSkinVertex, GpuVertex } from '../layout.js';
import { CompactAttributes, CompactVertex, SplitAttributes, SplitPosition } from './compact-layout.js';
import type { StoredVertices } from './stored-vertices.js';
import { unpackCompactSkin, unpackStoredVertices } from './unpack-compact.js';

/** Positions, normals and texture coordinates are exactly those of the file; tangents are packed again if they are compact. */
export function fullRows(stored: StoredVertices): Uint8Array {
  return stored.compact ? expandRows(stored) : joinStreams(stored.streams[0], stored.streams[1]);
}

/** The rows of SKNC as GpuSkinVertex. */
export function fullSkinRows(rows: Uint8Array, jointCount: number): Uint8Array {
  const { joints, weights } = unpackCompactSkin(rows, jointCount);
  const buffer = new ArrayBuffer((joints.length / 4) * GpuSkinVertex.size);
  const [shorts, floats] = [new Uint16Array(buffer), new Float32Array(buffer)];
  const weightsAt = GpuSkinVertex.offsetOf('weights') / 4;
  for (let i = 0; i < joints.length; i++) {
    const [row, lane] = [i >> 2, i & 3];
    shorts[(row * GpuSkinVertex.size) / 2 + lane] = joints[i] ?? 0;
    floats[(row * GpuSkinVertex.size) / 4 + weightsAt + lane] = weights[i] ?? 0;
  }
  return new Uint8Array(buffer);
}

function joinStreams(positions: Uint8Array, attributes: Uint8Array = new Uint8Array(0)): Uint8Array {
  const count = Math.floor(positions.length / SplitPosition.size);
  const rows = new Uint8Array(count * GpuVertex.size);
  for (let i = 0; i < count; i++) {
    const [from, rest] = [i * SplitPosition.size, i * SplitAttributes.size];
    rows.set(positions.subarray(from, from + SplitPosition.size), i * GpuVertex.size);
    rows.set(attributes.subarray(rest, rest + SplitAttributes.size), i * GpuVertex.size + SplitPosition.size);
  }
  return rows;
}

function expandRows(stored: StoredVertices): Uint8Array {
  const { positions, tangents, uvs } = unpackStoredVertices(stored);
  const count = positions.length / 3;
  const [first, second] = stored.streams;
  const layout = second ? CompactAttributes : CompactVertex;
  const stride = layout.size / 2;
  const source = typedSection(Int16Array, second ?? first, 0, count * stride);
  const normalFrom = (second ? CompactAttributes.offsetOf('normal') : CompactVertex.offsetOf('normal')) / 2;
  const buffer = new ArrayBuffer(count * GpuVertex.size);
  const [floats, shorts] = [new Float32Array(buffer), new Int16Array(buffer)];
  const [normalTo, tangentTo] = [GpuVertex.offsetOf('normal') / 2, GpuVertex.offsetOf('tangent') / 2];
  for (let i = 0; i < count; i++) {
    const [word, half] = [i * (GpuVertex.size / 4), i * (GpuVertex.size / 2)];
    for (let axis = 0; axis < 3; axis++) floats[word + axis] = positions[i * 3 + axis] ?? 0;
    shorts[half + normalTo] = source[i * stride + normalFrom] ?? 0;
    shorts[half + normalTo + 1] = source[i * stride + normalFrom + 1] ?? 0;
    const t = i * 4;
    const handedness = tangents[t + 3] ?? 0;
    packTangent(tangents[t] ?? 0, tangents[t + 1] ?? 0, tangents[t + 2] ?? 0, handedness, shorts, half + tangentTo);
    floats[word + GpuVertex.offsetOf('uv') / 4] = uvs[i * 2] ?? 0;
    floats[word + GpuVertex.offsetOf('uv') / 4 + 1] = uvs[i * 2 + 1] ?? 0;
  }
  return new Uint8Array(buffer);
}
