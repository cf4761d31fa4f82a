// Converts vkguide's assets from and to other formats, and between their binary and text forms.

import type { CompiledFile, Converter, MeshFeature, NeutralMesh, Target } from 'assetc/runtime-contract';
import { readVkguideMesh } from '../read-mesh.js';
import { unpackVkguideVertices } from '../unpack-vertices.js';
import { openVkguide } from './asset-files.js';
import { changeForm } from './change-form.js';
import { readTexture, writeTexture } from './convert-texture.js';
import { writeMesh } from './write-mesh.js';

const forms = (to: 'text' | 'binary'): Target => ({
  to,
  takes: 'form',
  from: to === 'text' ? 'binary' : 'text',
  formats: ['tx', 'mesh', 'mat', 'pfb'],
  rewrite: (file, stem, place) => changeForm(file, to, stem, place),
});

/** Converts vkguide's assets from and to other formats, and between their binary and text forms. */
export const vkguideConverter: Converter = {
  readers: [
    { name: 'mesh', format: 'mesh', doc: '`.mesh`', mesh: readMesh },
    { name: 'tx', format: 'tx', doc: '`.tx`', texture: readTexture },
    { name: 'mat', format: 'mat', doc: '`.mat`' },
    { name: 'pfb', format: 'pfb', doc: '`.pfb`' },
  ],
  targets: [
    {
      to: 'vkguide',
      builtWith: { mesh: { format: 'vkguide' } },
      takes: 'mesh',
      extension: '.mesh',
      own: 'mesh',
      keeps: ['colors'],
      write: async ({ parts }, { originalFile }) => ({ bytes: writeMesh(parts, 'PNCV_F32', originalFile) }),
    },
    {
      to: 'vkguide-packed',
      builtWith: { mesh: { format: 'vkguide', vkguide: 'P32N8C8V16' } },
      doc: 'P32N8C8V16',
      takes: 'mesh',
      extension: '.mesh',
      keeps: ['colors'],
      write: async ({ parts }, { originalFile }) => ({
        bytes: writeMesh(parts, 'P32N8C8V16', originalFile),
        rounded: ['normals and colors are packed into bytes'],
      }),
    },
    {
      to: 'vkguide',
      builtWith: { texture: { format: 'vkguide' } },
      doc: 'level 0',
      takes: 'texture',
      extension: '.tx',
      keeps: ['originalFile'],
      write: (texture, { originalFile }) => writeTexture(texture, false, originalFile),
    },
    {
      to: 'vkguide-paged',
      builtWith: { texture: { format: 'vkguide', vkguide: 'paged' } },
      doc: 'every mip',
      takes: 'texture',
      extension: '.tx',
      keeps: ['mips', 'originalFile'],
      write: (texture, { originalFile }) => writeTexture(texture, true, originalFile),
    },
    forms('text'),
    forms('binary'),
  ],
};

function readMesh({ bytes, blob }: CompiledFile): NeutralMesh {
  const mesh = readVkguideMesh(openVkguide(bytes, blob));
  const { positions, normals, colors, uvs } = unpackVkguideVertices(mesh.vertices, mesh.vertexFormat);
  const rgba = new Float32Array(mesh.vertexCount * 4).fill(1);
  for (let i = 0; i < mesh.vertexCount; i++) rgba.set(colors.subarray(i * 3, i * 3 + 3), i * 4);
  const isColored = colors.some((value) => value !== 1);
  const part = {
    indices: Uint32Array.from(mesh.indices),
    positions,
    normals,
    tangents: new Float32Array(mesh.vertexCount * 4),
    uvs: [uvs],
    // The format stores white for a mesh without colors.
    colors: isColored ? [rgba] : [],
    joints: [],
    weights: [],
    slot: undefined,
  };
  const features = new Map<MeshFeature, string>(isColored ? [['colors', 'vertex colors']] : []);
  return { parts: [part], materials: [], features, hasFloatNormals: mesh.vertexFormat === 'PNCV_F32' };
}
