// Converts `.hmesh` version 1 from and to other formats.

import { decodeHmesh, encodeHmesh, NO_MATERIAL, unpackVertices } from '@assetc/formats';
import { decodeHmesh1, narrowVertices, widenVertices } from '@assetc/formats/hmesh1';
import { hmeshVersion } from '@assetc/formats/layouts';
import {
  type Conversion,
  type Converter,
  hmeshFeatures,
  lostBy,
  type MeshFeature,
  meshletCount,
  type NeutralMesh,
  plural,
} from 'assetc/runtime-contract';
import { encodeHmesh1 } from '../encode.js';

const KEEPS: readonly MeshFeature[] = ['tangents', 'meshlets', 'materials'];

/** Converts `.hmesh` version 1 from and to other formats. */
export const hmesh1Converter: Converter = {
  readers: [
    {
      name: 'hmesh1',
      format: 'hmesh',
      doc: '`.hmesh` version 1',
      accepts: (bytes) => hmeshVersion(bytes) === 1,
      mesh: ({ bytes }) => readHmesh1(bytes),
      direct: { hmesh: ({ bytes }) => upgrade(bytes) },
    },
  ],
  targets: [
    {
      to: 'hmesh1',
      builtWith: { mesh: { format: 'hmesh1' } },
      takes: 'mesh',
      extension: '.hmesh',
      mark: '.v1',
      own: 'hmesh1',
      keeps: KEEPS,
      async write(mesh, { buildHmesh }) {
        const { vertices, ...rest } = await buildHmesh();
        const bytes = encodeHmesh1({ ...rest, vertices: widenVertices(vertices) });
        const rounded = ['normals and tangents are packed into two 16-bit numbers each'];
        return { bytes, rounded: mesh.hasFloatNormals ? rounded : [] };
      },
      direct: { hmesh: ({ bytes }) => downgrade(bytes) },
    },
  ],
};

function readHmesh1(bytes: Uint8Array): NeutralMesh {
  const mesh = decodeHmesh1(bytes);
  const features = new Map<MeshFeature, string>([['tangents', 'tangents']]);
  if (mesh.meshlets.length > 0) features.set('meshlets', plural(meshletCount(mesh), 'meshlet'));
  if (mesh.materials.length > 0) features.set('materials', plural(mesh.materials.length, 'material reference'));
  const { uvs, ...all } = unpackVertices(mesh.vertices, 1);
  const indices = Uint32Array.from(mesh.indices);
  const slot = mesh.materials.length === 1 ? 0 : undefined;
  const parts = [{ ...all, uvs: [uvs], indices, colors: [], joints: [], weights: [], slot }];
  return { parts, materials: [...mesh.materials], features, hasFloatNormals: false };
}

/** Version 2 → 1: the same vertices, indices and meshlets, bit for bit. */
function downgrade(bytes: Uint8Array): Conversion {
  const mesh = decodeHmesh(bytes);
  const lost = lostBy(KEEPS, hmeshFeatures(mesh));
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
    meshletCount: meshletCount(mesh),
    materialSlot: count === 1 ? 0 : NO_MATERIAL,
    ...mesh.bounds,
  };
  const vertices = narrowVertices(mesh.vertices);
  const guessed = ['tangents are valid (version 1 does not state it)'];
  if (count > 1) guessed.push(`no materials (version 1 does not state which of ${count} a triangle has)`);
  return {
    bytes: encodeHmesh({ ...mesh, vertices, hasTangents: true, submeshes: [submesh] }),
    lost: [],
    rounded: [],
    guessed,
  };
}
