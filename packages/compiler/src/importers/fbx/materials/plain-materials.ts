// Materials by name only.

import { DEFAULT_FACTORS, type ImageModel, type MaterialModel } from '../../../model/scene/material.js';
import type { FbxDocument, FbxObject } from '../document/fbx-document.js';

export function readPlainMaterials(document: FbxDocument) {
  const objects = document.objects.filter(({ kind }) => kind === 'Material');
  const materials: MaterialModel[] = objects.map(({ name }) => ({ ...DEFAULT_FACTORS, name, textures: {} }));
  const images: (ImageModel | undefined)[] = [];
  const numbers = new Map(objects.map((object, i) => [object, i]));
  const materialsOf = (model: FbxObject): readonly (number | undefined)[] =>
    document.childrenOf(model, 'Material', '').map(({ object }) => numbers.get(object));
  return { materials, images, materialsOf };
}
