// How `info` and `check` read vkguide's asset files. .tx, .mesh, .mat and .pfb share one container, which states the type in its
// binary and in its text form.

import {
  counted,
  type Description,
  type FileReference,
  type FormatReader,
  onTheGpu,
  short,
  startsWith,
  vector,
} from 'assetc/runtime-contract';
import { VKGUIDE_TYPES, type VkguideType } from '../layout.js';
import type { AssetFile } from '../model.js';
import { decodeAssetFile } from '../read-container.js';
import { decodeVkguideMaterial, readVkguideMaterial } from '../read-material.js';
import { readVkguideMesh } from '../read-mesh.js';
import { decodeVkguidePrefab, readVkguidePrefab } from '../read-prefab.js';
import { isTextAsset, parseTextAsset, textAssetFile } from '../read-text.js';
import { readVkguideTexture } from '../read-texture.js';
import { validateTextAsset, validateVkguide } from '../validate.js';

/** A binary file, or a text form with the blob from the file next to it. Throws FormatError. */
export const openVkguide = (bytes: Uint8Array, blob: Uint8Array | undefined): AssetFile =>
  isTextAsset(bytes) ? textAssetFile(parseTextAsset(bytes), blob) : decodeAssetFile(bytes);

/** Text forms state their type near the beginning. A large level file must not be parsed four times to find it. */
const HEAD_BYTES = 1 << 16;

function typeOf(bytes: Uint8Array): VkguideType | undefined {
  if (!isTextAsset(bytes)) return VKGUIDE_TYPES.find((type) => startsWith(bytes, type));
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  return VKGUIDE_TYPES.find((type) => new RegExp(`"type"\\s*:\\s*"${type}"`).test(head));
}

const readerOf = (
  extension: string,
  magic: VkguideType,
  describe: (file: AssetFile) => Description,
  more: Pick<FormatReader, 'references' | 'onGpuByHead'> = {},
): FormatReader => ({
  ...more,
  recognizes: (bytes) => typeOf(bytes) === magic,
  async validate(bytes, blob) {
    const isText = isTextAsset(bytes);
    const problems = isText ? validateTextAsset(bytes, blob) : validateVkguide(bytes);
    if (problems.length > 0 || typeOf(bytes) === magic) return problems;
    const field = isText ? 'json.type' : 'VkguideHeader.magic';
    return [{ code: 'bad-magic', offset: 0, field, message: `must be ${magic} in a ${extension} file` }];
  },
  describe: (bytes, blob) => describe(openVkguide(bytes, blob)),
  blobName: (bytes) => (isTextAsset(bytes) ? parseTextAsset(bytes).blobName : undefined),
});

/** The sum of these numbers of the metadata, which is JSON in both forms and comes first. Returns undefined if one is not in the head. */
function statedBytes(head: Uint8Array, names: readonly string[]): number | undefined {
  const text = new TextDecoder().decode(head);
  const found = names.map((name) => new RegExp(`"${name}"\\s*:\\s*(\\d{1,15})\\b`).exec(text)?.[1]);
  return found.some((number) => number === undefined) ? undefined : found.reduce((sum, n) => sum + Number(n), 0);
}

const uploaded = (...names: readonly string[]): Pick<FormatReader, 'onGpuByHead'> => ({
  onGpuByHead(head) {
    const bytes = statedBytes(head, names);
    return bytes === undefined ? undefined : { bytes };
  },
});

const describeTexture = (file: AssetFile): Description => {
  const { format: pixels, compression, originalFile, paged, pages } = readVkguideTexture(file);
  const [first] = pages;
  const [width, height] = [first?.width ?? 0, first?.height ?? 0];
  const texels = pages.reduce((sum, page) => sum + page.width * page.height, 0);
  const stored = pages.reduce((sum, page) => sum + page.stored.byteLength, 0);
  const gpuBytes = pages.reduce((sum, page) => sum + page.originalSize, 0);
  const bitsPerPixel = texels === 0 ? 0 : (stored * 8) / texels;
  return {
    facts: {
      width,
      height,
      mips: pages.length,
      format: pixels,
      compression,
      paged,
      bitsPerPixel,
      gpuBytes,
      originalFile,
    },
    statements: [
      `${width} × ${height}`,
      counted(pages.length, 'mip'),
      `${pixels} ${compression}`,
      paged ? 'paged' : 'single',
      `${short(bitsPerPixel)} bits per pixel`,
      onTheGpu(gpuBytes),
      `from ${originalFile}`,
    ],
    totals: { gpuBytes },
    onGpu: { format: pixels, bytes: gpuBytes },
  };
};

const textureReader = readerOf('.tx', 'TEXI', describeTexture, uploaded('buffer_size'));

const describeMesh = (file: AssetFile): Description => {
  const { vertexFormat, originalFile, bounds, indices, compression, vertexCount } = readVkguideMesh(file);
  const triangles = indices.length / 3;
  const indexBits = indices.BYTES_PER_ELEMENT * 8;
  const { origin, radius, extents } = bounds;
  return {
    facts: {
      vertices: vertexCount,
      triangles,
      indices: indices.length,
      indexBits,
      vertexFormat,
      compression,
      bounds: { origin: [...origin], radius, extents: [...extents] },
      originalFile,
    },
    statements: [
      counted(vertexCount, 'vertex', 'vertices'),
      counted(triangles, 'triangle'),
      `${counted(indices.length, 'index', 'indices')} of ${indexBits} bits`,
      `${vertexFormat} ${compression}`,
      `bounds ${vector(origin)} ± ${vector(extents)}, radius ${short(radius)}`,
      `from ${originalFile}`,
    ],
    totals: { vertices: vertexCount, triangles },
  };
};

const meshReader = readerOf('.mesh', 'MESH', describeMesh, uploaded('vertex_buffer_size', 'index_buffer_size'));

const materialReader = readerOf(
  '.mat',
  'MATX',
  (file): Description => {
    const { baseEffect, textures, customProperties, transparency } = readVkguideMaterial(file);
    return {
      facts: {
        baseEffect,
        transparency,
        textures: Object.fromEntries(textures),
        customProperties: Object.fromEntries(customProperties),
      },
      statements: [
        `effect ${baseEffect}`,
        transparency,
        ...(textures.size === 0 ? ['no textures'] : [...textures].map(([slot, path]) => `${slot}: ${path}`)),
      ],
      totals: { materials: 1 },
    };
  },
  { references: materialReferences },
);

const prefabReader = readerOf(
  '.pfb',
  'PRFB',
  (file): Description => {
    const { nodeMatrices, nodeNames, nodeMeshes, matrices } = readVkguidePrefab(file);
    const nodes = new Set([...nodeMatrices.keys(), ...nodeNames.keys()]).size;
    return {
      facts: { nodes, meshes: nodeMeshes.size, matrices: matrices.length / 16 },
      statements: [
        counted(nodes, 'node'),
        counted(nodeMeshes.size, 'mesh', 'meshes'),
        counted(matrices.length / 16, 'matrix', 'matrices'),
      ],
    };
  },
  { references: prefabReferences },
);

export const assetReaders: readonly (readonly [name: string, FormatReader])[] = [
  ['mesh', meshReader],
  ['tx', textureReader],
  ['mat', materialReader],
  ['pfb', prefabReader],
];

function materialReferences(bytes: Uint8Array): readonly FileReference[] {
  return [...decodeVkguideMaterial(bytes).textures].map(([slot, path]) => ({ is: 'texture', slot, path }));
}

function prefabReferences(bytes: Uint8Array): readonly FileReference[] {
  return [...decodeVkguidePrefab(bytes).nodeMeshes.values()].flatMap(({ meshPath, materialPath }): FileReference[] => [
    { is: 'mesh', path: meshPath },
    { is: 'material', path: materialPath },
  ]);
}
