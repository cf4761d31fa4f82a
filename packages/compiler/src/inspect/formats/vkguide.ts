// info and check for vkguide's asset files: .tx, .mesh, .mat and .pfb share one container and are told apart by its type.

import {
  decodeVkguideMaterial,
  decodeVkguideMesh,
  decodeVkguidePrefab,
  decodeVkguideTexture,
  validateVkguide,
} from '@assetc/formats';
import { counted, type Description, type FileFormat, short, startsWith, vector } from '../file-format.js';

const format = (name: string, extension: string, magic: string, describe: FileFormat['describe']): FileFormat => ({
  name,
  extensions: [extension],
  isSharedName: true,
  recognises: (bytes) => startsWith(bytes, magic),
  async validate(bytes) {
    const problems = validateVkguide(bytes);
    if (problems.length > 0 || startsWith(bytes, magic)) return problems;
    return [
      {
        code: 'bad-magic',
        offset: 0,
        field: 'VkguideHeader.magic',
        message: `must be ${magic} in a ${extension} file`,
      },
    ];
  },
  describe,
});

export const vkguideTextureFormat = format('tx', '.tx', 'TEXI', (bytes): Description => {
  const { format: pixels, compression, originalFile, paged, pages } = decodeVkguideTexture(bytes);
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
      `from ${originalFile}`,
    ],
    totals: { gpuBytes },
  };
});

export const vkguideMeshFormat = format('mesh', '.mesh', 'MESH', (bytes): Description => {
  const { vertexFormat, originalFile, bounds, indices, compression, vertexCount } = decodeVkguideMesh(bytes);
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
});

export const vkguideMaterialFormat = format('mat', '.mat', 'MATX', (bytes): Description => {
  const { baseEffect, textures, customProperties, transparency } = decodeVkguideMaterial(bytes);
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
});

export const vkguidePrefabFormat = format('pfb', '.pfb', 'PRFB', (bytes): Description => {
  const { nodeMatrices, nodeNames, nodeMeshes, matrices } = decodeVkguidePrefab(bytes);
  const nodes = new Set([...nodeMatrices.keys(), ...nodeNames.keys()]).size;
  return {
    facts: { nodes, meshes: nodeMeshes.size, matrices: matrices.length / 16 },
    statements: [
      counted(nodes, 'node'),
      counted(nodeMeshes.size, 'mesh', 'meshes'),
      counted(matrices.length / 16, 'matrix', 'matrices'),
    ],
  };
});
