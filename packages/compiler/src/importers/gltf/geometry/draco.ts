// Decodes KHR_draco_mesh_compression. The decoder is loaded with the first file that needs it.

import type { DracoAttribute, DracoDecoder, DracoMesh, DracoModule } from 'draco3dgltf';
import { plural } from '../../../diagnostics/plural.js';
import type { Accessors } from '../file/accessor.js';
import { ELEMENT_TYPES } from '../file/component-types.js';
import type { JsonNode } from '../file/json-node.js';
import { readDracoCounts } from './draco-counts.js';

export interface DracoPrimitive {
  readonly pointCount: number;
  readonly indices: Uint32Array;
  /** Semantic → raw components in the type that the primitive's accessor declares, tightly packed. */
  readonly attributes: ReadonlyMap<string, Uint8Array>;
}

/** Maximum number of triangles per vertex if there is no index accessor. */
const MAX_TRIANGLES_PER_VERTEX = 64;

/** The decoder's memory never shrinks. A decoder above this size is not reused. */
const MAX_REUSED_BYTES = 1 << 26;

let loading: Promise<DracoModule> | undefined;

export async function decodeDraco(
  accessors: Accessors,
  primitive: JsonNode,
  extension: JsonNode,
): Promise<DracoPrimitive> {
  const { bytes } = await accessors.views.read(extension.require('bufferView'));
  checkCounts(accessors, primitive, extension, bytes);
  loading ??= import('draco3dgltf').then(({ default: draco }) => draco.createDecoderModule({}));
  const draco = await loading;
  const decoder = new draco.Decoder();
  const buffer = new draco.DecoderBuffer();
  const mesh = new draco.Mesh();
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
    if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH)
      return extension.fail('gltf/bad-compression', 'the Draco data contains no triangles');
    const status = decoder.DecodeBufferToMesh(buffer, mesh);
    if (!status.ok() || draco.getPointer(mesh) === 0)
      return extension.fail('gltf/bad-compression', `the Draco data cannot be decoded: ${status.error_msg()}`);
    const attributes = new Map<string, Uint8Array>();
    const ids = extension.require('attributes');
    const declared = primitive.require('attributes');
    for (const semantic of ids.keys()) {
      const reference = declared.get(semantic);
      if (reference === undefined) continue;
      const id = ids.require(semantic);
      const attribute = decoder.GetAttributeByUniqueId(mesh, id.integer(0, 0xffffffff));
      if (draco.getPointer(attribute) === 0)
        return id.fail('gltf/bad-compression', `the Draco data has no attribute ${id.integer()}`);
      const info = accessors.info(reference, Object.keys(ELEMENT_TYPES));
      if (attribute.num_components() !== info.components)
        return id.fail(
          'gltf/bad-compression',
          `${semantic} has ${plural(attribute.num_components(), 'component')}, not ${info.components}`,
        );
      attributes.set(
        semantic,
        readAttribute(draco, decoder, mesh, attribute, info.component.code, info.component.size),
      );
    }
    return { pointCount: mesh.num_points(), indices: readTriangles(draco, decoder, mesh), attributes };
  } catch (error) {
    // After an abort, the decoder's memory is in an unknown state: the next file gets a new decoder.
    if (error instanceof WebAssembly.RuntimeError) {
      loading = undefined;
      return extension.fail('gltf/bad-compression', 'the Draco data is damaged');
    }
    throw error;
  } finally {
    draco.destroy(mesh);
    draco.destroy(buffer);
    draco.destroy(decoder);
    if (draco.HEAPU8.length > MAX_REUSED_BYTES) loading = undefined;
  }
}

/** The accessors' counts were checked against the limits; data that declares more must be rejected before decoding. */
function checkCounts(accessors: Accessors, primitive: JsonNode, extension: JsonNode, bytes: Uint8Array): void {
  const counts = readDracoCounts(bytes);
  if (counts === undefined) return;
  const declared = (reference: JsonNode): number => accessors.info(reference, Object.keys(ELEMENT_TYPES)).count;
  const corners = primitive.get('indices');
  const positions = primitive.require('attributes').get('POSITION');
  // Strips are stored as triangles, so each of their indices may be one.
  const perTriangle = (primitive.get('mode')?.value ?? 4) === 4 ? 3 : 1;
  const vertices = positions === undefined ? 0 : declared(positions);
  const maxTriangles =
    corners !== undefined ? Math.ceil(declared(corners) / perTriangle) : vertices * MAX_TRIANGLES_PER_VERTEX;
  if (counts.faces > maxTriangles)
    extension.fail(
      'gltf/bad-compression',
      `the Draco data has ${counts.faces} triangles, but its accessors allow at most ${maxTriangles}`,
    );
  // The vertex count may differ from the accessors', but not exceed what its triangles can use.
  const maxPoints = Math.max(vertices, maxTriangles * 3);
  if ((counts.points ?? 0) > maxPoints)
    extension.fail(
      'gltf/bad-compression',
      `the Draco data has ${counts.points} vertices, but its accessors allow at most ${maxPoints}`,
    );
}

function readAttribute(
  draco: DracoModule,
  decoder: DracoDecoder,
  mesh: DracoMesh,
  attribute: DracoAttribute,
  code: number,
  size: number,
): Uint8Array {
  const types: { readonly [code: number]: number } = {
    5120: draco.DT_INT8,
    5121: draco.DT_UINT8,
    5122: draco.DT_INT16,
    5123: draco.DT_UINT16,
    5125: draco.DT_UINT32,
    5126: draco.DT_FLOAT32,
  };
  const byteLength = mesh.num_points() * attribute.num_components() * size;
  return withMemory(draco, byteLength, (pointer) =>
    decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, types[code] ?? draco.DT_FLOAT32, byteLength, pointer),
  );
}

function readTriangles(draco: DracoModule, decoder: DracoDecoder, mesh: DracoMesh): Uint32Array {
  const byteLength = mesh.num_faces() * 12;
  const bytes = withMemory(draco, byteLength, (pointer) => decoder.GetTrianglesUInt32Array(mesh, byteLength, pointer));
  return new Uint32Array(bytes.buffer);
}

function withMemory(draco: DracoModule, byteLength: number, fill: (pointer: number) => boolean): Uint8Array {
  const pointer = draco._malloc(Math.max(1, byteLength));
  try {
    if (!fill(pointer)) throw new WebAssembly.RuntimeError('Draco could not hand out its data');
    return draco.HEAPU8.slice(pointer, pointer + byteLength);
  } finally {
    draco._free(pointer);
  }
}
