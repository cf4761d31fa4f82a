// `.hmesh` version 1 from and into other formats.

import { decodeHmesh, encodeHmesh, NO_MATERIAL, unpackVertices } from '@assetc/formats';
import { decodeHmesh1, narrowVertices, widenVertices } from '@assetc/formats/hmesh1';
import { hmeshVersion } from '@assetc/formats/layouts';
import { encodeHmesh1 } from '@assetc/other-runtimes/hmesh1';
import { plural } from '../../diagnostics/plural.js';
import { buildHmesh } from '../../encoding/build-hmesh.js';
import { hmeshFeatures } from '../../encoding/hmesh-features.js';
import { meshletCount } from '../../encoding/meshlet-table.js';
import type { Conversion, Converter } from '../contract/converter.js';
import type { MeshFeature } from '../contract/mesh-format.js';
import { lostBy, type NeutralMesh } from '../contract/neutral-forms.js';

const KEEPS: readonly MeshFeature[] = ['tangents', 'meshlets', 'materials'];

export const converter: Converter = {
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
      takes: 'mesh',
      extension: '.hmesh',
      mark: '.v1',
      own: 'hmesh1',
      keeps: KEEPS,
      async write(mesh) {
        const { vertices, ...rest } = await buildHmesh(mesh.parts, mesh.materials);
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
  const guessed = ['that tangents are valid, which version 1 does not say'];
  if (count > 1) guessed.push(`no material: version 1 does not say which of ${count} a triangle has`);
  return {
    bytes: encodeHmesh({ ...mesh, vertices, hasTangents: true, submeshes: [submesh] }),
    lost: [],
    rounded: [],
    guessed,
  };
}
