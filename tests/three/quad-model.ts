// A quad that fills the view, with one texture of one color.

import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { rgbaPng } from '../support/compile-texture.js';

export function quadModel(color: readonly [number, number, number], halfWidth = 4): Uint8Array {
  const builder = new GltfBuilder();
  const image = builder.view(rgbaPng(16, 16, () => [...color, 255]));
  builder.list('images', { bufferView: image, mimeType: 'image/png' });
  builder.list('textures', { source: 0 });
  const w = halfWidth;
  builder.node({
    mesh: builder.mesh({
      attributes: {
        POSITION: builder.accessor(Float32Array.of(-w, -4, 0, w, -4, 0, w, 4, 0, -w, 4, 0), 'VEC3', {
          min: [-w, -4, 0],
          max: [w, 4, 0],
        }),
        TEXCOORD_0: builder.accessor(Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0), 'VEC2'),
      },
      indices: builder.accessor(Uint16Array.of(0, 1, 2, 0, 2, 3), 'SCALAR'),
      material: builder.list('materials', {
        pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
        extensions: { KHR_materials_unlit: {} },
      }),
    }),
  });
  builder.json.extensionsUsed = ['KHR_materials_unlit'];
  return builder.glb();
}
