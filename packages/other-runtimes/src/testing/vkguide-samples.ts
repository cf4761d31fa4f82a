// Small vkguide assets for tests.

import { encodeVkguideMaterial } from '../vkguide/encode-material.js';
import { encodeVkguideMesh, vkguideBounds } from '../vkguide/encode-mesh.js';
import { encodeVkguidePrefab } from '../vkguide/encode-prefab.js';
import { encodeVkguideTexture } from '../vkguide/encode-texture.js';
import type { VkguideVertexFormat } from '../vkguide/layout.js';
import type {
  VkguideAttributes,
  VkguideMaterial,
  VkguideMeshModel,
  VkguidePrefab,
  VkguideTextureModel,
} from '../vkguide/model.js';
import { packVkguideVertices } from '../vkguide/pack-vertices.js';

const pixels = (width: number, height: number, seed: number) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height * 4 }, (_, i) => ((i >> 2) * seed) & 255),
});

export const textureModel = (paged: boolean): VkguideTextureModel => ({
  paged,
  originalFile: 'textures/oak.png',
  levels: paged ? [pixels(6, 4, 3), pixels(3, 2, 5), pixels(1, 1, 7)] : [pixels(6, 4, 3)],
});

/** Entirely on the negative side, where bounds that start from zero go wrong. */
export const attributes = (): VkguideAttributes => ({
  positions: Float32Array.of(-4, -3, -2, -2, -3, -2, -2, -1, -2, -4, -1, -5),
  normals: Float32Array.of(0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, -1),
  colors: Float32Array.of(1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  uvs: Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1),
});

export const meshModel = (vertexFormat: VkguideVertexFormat = 'PNCV_F32', wide = false): VkguideMeshModel => ({
  vertexFormat,
  originalFile: 'models/chair.glb',
  bounds: vkguideBounds(attributes().positions),
  vertices: packVkguideVertices(attributes(), vertexFormat),
  indices: wide ? Uint32Array.of(0, 1, 2, 0, 2, 3) : Uint16Array.of(0, 1, 2, 0, 2, 3),
});

export const materialModel = (): VkguideMaterial => ({
  baseEffect: 'texturedPBR_opaque',
  textures: new Map([
    ['baseColor', 'models/chair/tex_0.tx'],
    ['normals', 'models/chair/tex_1.tx'],
  ]),
  customProperties: new Map([['roughness', '0.5']]),
  transparency: 'masked',
});

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
export const prefabModel = (): VkguidePrefab => ({
  nodeMatrices: new Map([
    [0, 0],
    [1, 1],
    [7, 0],
  ]),
  nodeNames: new Map([
    [0, 'root'],
    [1, 'Stuhl ❤'],
  ]),
  nodeParents: new Map([
    [1, 0],
    [7, 1],
  ]),
  nodeMeshes: new Map([[1, { meshPath: 'models/chair/seat_0.mesh', materialPath: 'models/chair/oak.mat' }]]),
  matrices: Float32Array.from([...identity, ...identity.map((n, i) => (i === 12 ? 2.5 : n))]),
});

export const vkguideSamples: Readonly<Record<string, () => Uint8Array>> = {
  'single.tx': () => encodeVkguideTexture(textureModel(false)),
  'paged.tx': () => encodeVkguideTexture(textureModel(true)),
  'pncv.mesh': () => encodeVkguideMesh(meshModel('PNCV_F32')),
  'packed.mesh': () => encodeVkguideMesh(meshModel('P32N8C8V16', true)),
  'oak.mat': () => encodeVkguideMaterial(materialModel()),
  'chair.pfb': () => encodeVkguidePrefab(prefabModel()),
};
