// In old files a texture is connected to the model, not to a property of its material: it is the color of the material with its number.

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';

export function modelTexture(document: FbxDocument, material: FbxObject): FbxObject | undefined {
  for (const { object: model } of document.parentsOf(material, 'Model')) {
    const textures = document.childrenOf(model, 'Texture', '').map(({ object }) => object);
    const materials = document.childrenOf(model, 'Material', '').map(({ object }) => object);
    const texture = textures.length === 1 ? textures[0] : textures[materials.indexOf(material)];
    if (texture !== undefined) return texture;
  }
  return undefined;
}
