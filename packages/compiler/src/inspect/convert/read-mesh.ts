// Meshes of every runtime → the neutral form. The bytes have been validated before.

import { decodeHmesh, type Hmesh, NO_MATERIAL, unpackSkinVertices, unpackVertices } from '@assetc/formats';
import { decodeGali } from '@assetc/formats/galileo';
import { decodeHmesh1 } from '@assetc/formats/hmesh1';
import { type AssetFile, readVkguideMesh, unpackVkguideVertices } from '@assetc/formats/vkguide';
import { unpackTexcoords } from '../../encoding/unorm.js';
import { compactIndices, type Feature, gatherFloats, gatherShorts, type NeutralMesh, plural } from './neutral-mesh.js';

export function readHmesh(bytes: Uint8Array): NeutralMesh {
  const mesh = decodeHmesh(bytes);
  const all = unpackVertices(mesh.vertices);
  const skin = mesh.skin === undefined ? undefined : unpackSkinVertices(mesh.skin.vertices);
  const parts = mesh.submeshes.map(({ firstIndex, indexCount, materialSlot }) => {
    const slice = mesh.indices.subarray(firstIndex, firstIndex + indexCount);
    const { used, indices } = compactIndices(slice, mesh.desc.vertexCount);
    return {
      indices,
      positions: gatherFloats(all.positions, used, 3),
      normals: gatherFloats(all.normals, used, 3),
      tangents: mesh.hasTangents ? gatherFloats(all.tangents, used, 4) : new Float32Array(used.length * 4),
      uvs: [gatherFloats(all.uvs, used, 2)],
      colors: [],
      joints: skin === undefined ? [] : [gatherShorts(skin.joints, used, 4)],
      weights: skin === undefined ? [] : [gatherFloats(skin.weights, used, 4)],
      slot: materialSlot === NO_MATERIAL ? undefined : materialSlot,
    };
  });
  return { parts, materials: [...mesh.materials], features: hmeshFeatures(mesh), hasFloatNormals: false };
}

export function hmeshFeatures(mesh: Hmesh): ReadonlyMap<Feature, string> {
  const features = new Map<Feature, string>();
  const joints = mesh.skin?.joints.length ?? 0;
  const slots = new Set(mesh.submeshes.map(({ materialSlot }) => materialSlot)).size;
  if (mesh.hasTangents) features.set('tangents', 'tangents');
  if (mesh.skin !== undefined) {
    features.set('skeleton', `the skeleton of ${plural(joints, 'joint')}`);
    features.set('weights', 'the weights of vertices');
  }
  if (mesh.lods !== undefined && mesh.lods.lodCount > 0)
    features.set('lods', plural(mesh.lods.lodCount, 'level of detail', 'levels of detail'));
  if (mesh.nodes !== undefined) features.set('nodes', `the placement by ${plural(mesh.nodes.length, 'node')}`);
  if (mesh.meshlets.length > 0) features.set('meshlets', plural(mesh.meshlets.length / 4, 'meshlet'));
  if (mesh.materials.length > 0) features.set('materials', plural(mesh.materials.length, 'material reference'));
  if (slots > 1) features.set('slots', `which of ${slots} materials each triangle has`);
  return features;
}

export function readHmesh1(bytes: Uint8Array): NeutralMesh {
  const mesh = decodeHmesh1(bytes);
  const features = new Map<Feature, string>([['tangents', 'tangents']]);
  if (mesh.meshlets.length > 0) features.set('meshlets', plural(mesh.meshlets.length / 4, 'meshlet'));
  if (mesh.materials.length > 0) features.set('materials', plural(mesh.materials.length, 'material reference'));
  const { uvs, ...all } = unpackVertices(mesh.vertices, 1);
  const indices = Uint32Array.from(mesh.indices);
  const slot = mesh.materials.length === 1 ? 0 : undefined;
  const parts = [{ ...all, uvs: [uvs], indices, colors: [], joints: [], weights: [], slot }];
  return { parts, materials: [...mesh.materials], features, hasFloatNormals: false };
}

export function readVkguide(file: AssetFile): NeutralMesh {
  const mesh = readVkguideMesh(file);
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
    // White is what the format writes where there are no colours.
    colors: isColored ? [rgba] : [],
    joints: [],
    weights: [],
    slot: undefined,
  };
  const features = new Map<Feature, string>(isColored ? [['colors', 'vertex colours']] : []);
  return { parts: [part], materials: [], features, hasFloatNormals: mesh.vertexFormat === 'PNCV_F32' };
}

export function readGali(bytes: Uint8Array): NeutralMesh {
  const { groups, extensions } = decodeGali(bytes);
  const parts = groups.map(({ indices, positions, normals, tangents, texcoords, colors, joints, weights }) => ({
    indices,
    positions,
    normals,
    tangents,
    uvs: texcoords.map(unpackTexcoords),
    colors: colors.map((set) => Float32Array.from(set, (value) => value / 255)),
    joints,
    weights: weights.map((set) => Float32Array.from(set, (value) => value / 65535)),
    slot: undefined,
  }));
  const most = (count: (part: (typeof parts)[number]) => number): number => Math.max(0, ...parts.map(count));
  const features = new Map<Feature, string>();
  if (parts.some(({ tangents }) => tangents.some((value) => value !== 0))) features.set('tangents', 'tangents');
  if (most(({ colors }) => colors.length) > 0) features.set('colors', 'vertex colours');
  if (parts.some(({ colors: [first] }) => first?.some((value, i) => i % 4 === 3 && value !== 1)))
    features.set('colorAlpha', 'the alpha of vertex colours');
  const moreUvs = most(({ uvs }) => uvs.length) - 1;
  const moreColors = most(({ colors }) => colors.length) - 1;
  if (moreUvs > 0)
    features.set(
      'moreUvs',
      plural(moreUvs, 'further set of texture coordinates', 'further sets of texture coordinates'),
    );
  if (moreColors > 0)
    features.set('moreColors', plural(moreColors, 'further set of colours', 'further sets of colours'));
  if (most(({ joints }) => joints.length) > 0) features.set('weights', 'joints and weights of vertices');
  if (extensions.length > 0)
    features.set('extensions', `extensions (${extensions.map(({ name }) => name).join(', ')})`);
  return { parts, materials: [], features, hasFloatNormals: true };
}
