// What docs/formats/hmesh.md and the C header say about meshes of both versions.

import { CHUNK_ALIGNMENT, HmeshChunkEntry } from '../chunked/container.js';
import type { FormatSpec } from '../core/format-spec.js';
import { fourcc } from '../core/struct.js';
import { GpuVertexV1, IndicesPreludeV1, MaterialsPreludeV1, VerticesPreludeV1 } from '../hmesh1/layout.js';
import {
  CHUNKS,
  FLAG_TANGENTS,
  GpuJoint,
  GpuSkinVertex,
  GpuVertex,
  HMESH_MAGIC,
  HmeshFileHeader,
  LodTableHeader,
  MeshBounds,
  MeshDesc,
  MeshLod,
  Meshlet,
  MeshletBounds,
  NO_MATERIAL,
  SceneNode,
  SubMesh,
} from './layout.js';

export const hmeshSpec: FormatSpec = {
  page: 'hmesh',
  prefix: 'HMESH',
  doc: '.hmesh, versions 2 and 1: meshes, laid out for the GPU.',
  constants: [
    { name: 'MAGIC', value: HMESH_MAGIC, doc: 'The bytes HMSH.' },
    { name: 'VERSION', value: 2, doc: 'Current version.' },
    { name: 'VERSION_1', value: 1, doc: 'For older engines.' },
    { name: 'CHUNK_ALIGNMENT', value: CHUNK_ALIGNMENT, doc: 'Every payload starts on a multiple of this.' },
    { name: 'FLAG_TANGENTS', value: FLAG_TANGENTS, doc: 'MeshDesc.flags: tangents are valid.' },
    { name: 'NO_MATERIAL', value: NO_MATERIAL, doc: 'SubMesh.materialSlot of a submesh without material.' },
    ...CHUNKS.map((name) => ({ name: `CHUNK_${name}`, value: fourcc(name), doc: `The bytes ${name}.` })),
  ],
  layouts: [
    HmeshFileHeader,
    HmeshChunkEntry,
    MeshDesc,
    MeshBounds,
    GpuVertex,
    Meshlet,
    MeshletBounds,
    SubMesh,
    GpuSkinVertex,
    GpuJoint,
    SceneNode,
    LodTableHeader,
    MeshLod,
    VerticesPreludeV1,
    IndicesPreludeV1,
    MaterialsPreludeV1,
    GpuVertexV1,
  ],
};
