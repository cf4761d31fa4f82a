// A model as exporters make it smaller: geometry compressed by Draco, and one of its images in a data URI.

import { decodeKtx2, type Ktx2 } from '@assetc/formats';
import { Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { splitGlb } from '../../packages/compiler/src/model/glb.js';
import { glbOf } from '../../packages/compiler/src/testing/gltf-builder.js';

async function dracoIo(): Promise<NodeIO> {
  const [encoder, decoder] = await Promise.all([draco.createEncoderModule({}), draco.createDecoderModule({})]);
  const dependencies = { 'draco3d.encoder': encoder, 'draco3d.decoder': decoder };
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies(dependencies);
  return io.setLogger(new Logger(Logger.Verbosity.SILENT));
}

/** `geometry`: the first compressed view. */
export async function dracoModel(
  glb: Uint8Array,
): Promise<{ readonly bytes: Uint8Array; readonly geometry: Uint8Array }> {
  const io = await dracoIo();
  const document = await io.readBinary(glb);
  document.createExtension(KHRDracoMeshCompression).setRequired(true);
  const split = splitGlb(await io.writeBinary(document));
  if ('is' in split || split.bin === undefined) throw new Error('the model has no binary chunk');
  const json = JSON.parse(new TextDecoder().decode(split.json));
  const cut = (view: number): Uint8Array => {
    const { byteOffset = 0, byteLength } = json.bufferViews[view];
    return split.bin?.bytes.subarray(byteOffset, byteOffset + byteLength) ?? new Uint8Array(0);
  };
  const [image] = json.images;
  image.uri = `data:${image.mimeType};base64,${Buffer.from(cut(image.bufferView)).toString('base64')}`;
  delete image.bufferView;
  const { bufferView } = json.meshes[0].primitives[0].extensions.KHR_draco_mesh_compression;
  return { bytes: glbOf(json, split.bin.bytes), geometry: cut(bufferView) };
}

interface ModelTexture {
  readonly mimeType: string;
  readonly slots: readonly string[];
  readonly ktx: Ktx2;
}

/** As glTF-Transform reads them, in the order of their slots' names; fails if geometry cannot be decoded. */
export async function texturesOf(glb: Uint8Array): Promise<readonly ModelTexture[]> {
  const document = await (await dracoIo()).readBinary(glb);
  const graph = document.getGraph();
  const textures = document.getRoot().listTextures();
  const found = textures.map((texture) => ({
    mimeType: texture.getMimeType(),
    slots: graph
      .listParentEdges(texture)
      .map((edge) => edge.getName())
      .filter((name) => name.endsWith('Texture')),
    ktx: decodeKtx2(texture.getImage() ?? new Uint8Array(0)),
  }));
  return found.sort((a, b) => (`${a.slots}` < `${b.slots}` ? -1 : 1));
}
