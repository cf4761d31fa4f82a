// Hand-written materials with one thing wrong each.

import { GltfBuilder } from '../../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../../support/png.js';
import { building, type RowsOf } from '../raise.js';

const PNG = makePng(4, 4, () => [9, 9, 9, 255]);
const mat = (text: string) => building({ 'a.mat': text, 'oak.png': PNG, 'notes.txt': '' });

/** One image is the base color and the normal map of a material. */
function twoModes(): Uint8Array {
  const builder = new GltfBuilder();
  const attributes = { POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3') };
  builder.node({ mesh: builder.mesh({ attributes, material: 0 }) });
  builder.list('images', { bufferView: builder.view(PNG), mimeType: 'image/png' });
  builder.list('textures', { source: 0 });
  builder.list('materials', {
    pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
    normalTexture: { index: 0 },
  });
  return builder.glb();
}

export const materialRows: RowsOf<'material'> = {
  'material/unreadable': building({ 'a.mat': Uint8Array.of(0x6e, 0xff, 0xfe) }),
  'material/too-complex': mat('['.repeat(300)),
  'material/syntax': mat('name: "oak'),
  'material/duplicate-key': mat('name: oak\nname: ash\n'),
  'material/alias': mat('name: *nobody\n'),
  'material/wrong-type': mat('name: oak\nroughnessFactor: rough\n'),
  'material/unknown-key': mat('name: oak\nshininess: 3\n'),
  'material/empty': mat('[]\n'),
  'material/missing-texture': mat('name: oak\ntextures: { baseColor: gone.png }\n'),
  'material/not-a-texture': mat('name: oak\ntextures: { baseColor: notes.txt }\n'),
  'material/role-mismatch': mat('name: oak\ntextures: { normal: oak.png }\n'),
  'material/two-modes': building({ 'a.glb': twoModes() }),
};
