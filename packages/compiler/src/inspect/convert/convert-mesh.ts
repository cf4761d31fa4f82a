// One mesh format into another, and what that costs.

import { decodeHmesh, encodeHmesh, NO_MATERIAL } from '@assetc/formats';
import { decodeHmesh1, encodeHmesh1, narrowVertices, widenVertices } from '@assetc/formats/hmesh1';
import type { AssetFile } from '@assetc/formats/vkguide';
import type { Feature, NeutralMesh } from './neutral-mesh.js';
import { hmeshFeatures, readGali, readHmesh, readHmesh1, readVkguide } from './read-mesh.js';
import { writeGali, writeHmesh, writeVkguide } from './write-mesh.js';

export type MeshFormat = 'hmesh' | 'hmesh1' | 'vkguide' | 'vkguide-packed' | 'galileo';

export type MeshSource =
  | { readonly is: 'hmesh' | 'hmesh1' | 'galileo'; readonly bytes: Uint8Array }
  | { readonly is: 'vkguide'; readonly file: AssetFile };

export interface Conversion {
  readonly bytes: Uint8Array;
  /** What had no place, in words. */
  readonly lost: readonly string[];
  readonly rounded: readonly string[];
  readonly guessed: readonly string[];
}

const KEEPS: Readonly<Record<MeshFormat, readonly Feature[]>> = {
  hmesh: ['tangents', 'meshlets', 'materials', 'slots'],
  hmesh1: ['tangents', 'meshlets', 'materials'],
  vkguide: ['colors'],
  'vkguide-packed': ['colors'],
  galileo: ['tangents', 'colors', 'colorAlpha', 'moreUvs', 'moreColors', 'weights'],
};

/** Undefined where there is no triangle to convert. `names`: what the other format says of where it came from. */
export async function convertMesh(
  source: MeshSource,
  to: MeshFormat,
  names: { readonly originalFile: string; readonly sourceRef: string },
): Promise<Conversion | undefined> {
  if (source.is === 'hmesh' && to === 'hmesh1') return downgrade(source.bytes);
  if (source.is === 'hmesh1' && to === 'hmesh') return upgrade(source.bytes);
  const mesh = readMesh(source);
  if (!mesh.parts.some(({ indices }) => indices.length > 0)) return undefined;
  const lost = lostBy(to, mesh.features);
  const rounded: string[] = [];
  switch (to) {
    case 'hmesh':
    case 'hmesh1': {
      if (mesh.hasFloatNormals) rounded.push('normals and tangents are packed into two 16-bit numbers each');
      return { bytes: await writeHmesh(mesh, to === 'hmesh' ? 2 : 1), lost, rounded, guessed: [] };
    }
    case 'vkguide':
      return { bytes: writeVkguide(mesh, 'PNCV_F32', names.originalFile), lost, rounded, guessed: [] };
    case 'vkguide-packed':
      rounded.push('normals and colours are packed into bytes');
      return { bytes: writeVkguide(mesh, 'P32N8C8V16', names.originalFile), lost, rounded, guessed: [] };
    case 'galileo': {
      const { bytes, wrapped } = writeGali(mesh, names.sourceRef);
      if (source.is !== 'galileo') rounded.push('texture coordinates are packed into 16 bits');
      if (wrapped > 0) rounded.push(`${wrapped} texture coordinates outside 0 to 1 are wrapped`);
      return { bytes, lost, rounded, guessed: [] };
    }
  }
}

function readMesh(source: MeshSource): NeutralMesh {
  switch (source.is) {
    case 'hmesh':
      return readHmesh(source.bytes);
    case 'hmesh1':
      return readHmesh1(source.bytes);
    case 'galileo':
      return readGali(source.bytes);
    case 'vkguide':
      return readVkguide(source.file);
  }
}

function lostBy(to: MeshFormat, features: ReadonlyMap<Feature, string>): readonly string[] {
  return [...features].flatMap(([feature, words]) => (KEEPS[to].includes(feature) ? [] : [words]));
}

/** Version 2 → 1: the same vertices, indices and meshlets, bit for bit. */
function downgrade(bytes: Uint8Array): Conversion {
  const mesh = decodeHmesh(bytes);
  const lost = lostBy('hmesh1', hmeshFeatures(mesh));
  return { bytes: encodeHmesh1({ ...mesh, vertices: widenVertices(mesh.vertices) }), lost, rounded: [], guessed: [] };
}

/** Version 1 → 2, as one submesh. */
function upgrade(bytes: Uint8Array): Conversion {
  const mesh = decodeHmesh1(bytes);
  const count = mesh.materials.length;
  const submesh = {
    firstIndex: 0,
    indexCount: mesh.indices.length,
    firstMeshlet: 0,
    meshletCount: mesh.meshlets.length / 4,
    materialSlot: count === 1 ? 0 : NO_MATERIAL,
    ...mesh.bounds,
  };
  const vertices = narrowVertices(mesh.vertices);
  const guessed = ['that tangents are valid, which version 1 does not say'];
  if (count > 1) guessed.push(`no material: version 1 does not say which of ${count} a triangle has`);
  return {
    bytes: encodeHmesh({ ...mesh, vertices, hasTangents: true, submeshes: [submesh] }),
    lost: [],
    rounded: [],
    guessed,
  };
}
