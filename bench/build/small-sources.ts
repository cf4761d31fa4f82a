// The smallest valid sources. All differ, because equal sources would be compiled only once.

import { makePng } from '../../tests/support/png.js';

export function smallPng(i: number): Uint8Array {
  return makePng(16, 16, (x, y) => [x * 15, y * 15, i & 255, 255 - (i >> 8)]);
}

export function smallGltf(i: number): string {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, i / 64, 1, 1, 0);
  const indices = Uint16Array.of(0, 1, 2, 2, 1, 3);
  const bytes = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer)]);
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: `node ${i}` }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, i / 64] },
      { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 12 },
    ],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
  });
}

export function smallShader(i: number): string {
  return `#version 450
layout(location = 0) out vec4 color;
void main() { color = vec4(${i}.0 / 255.0, 0.0, 0.0, 1.0); }
`;
}
