// If one slot reads a texture as colors and another as data, they cannot share one KTX2 file, which is either sRGB or not: the data gets a
// copy.

import type { Document, Property, Texture } from '@gltf-transform/core';
import { edgesOf, isColor, readsDataInColor, type TextureEdge } from './texture-uses.js';

/** Returns the copy, if one was made. */
export function separateUses(document: Document, texture: Texture): Texture | undefined {
  const edges = edgesOf(document, texture);
  const data = edges.filter(readsDataInColor);
  if (data.length === 0 || !edges.some(isColor)) return undefined;
  const copy = document.createTexture().copy(texture);
  const uri = texture.getURI();
  if (uri !== '') copy.setURI(uri.replace(/(\.[^./]*)?$/, '-data$1'));
  for (const edge of data) moveEdge(edge, texture, copy);
  return copy;
}

/** Uses the setter of the slot; if the parent has none, all its slots change. */
function moveEdge(edge: TextureEdge, from: Texture, to: Texture): void {
  const parent: Property = edge.getParent();
  const name = edge.getName();
  const setter: unknown = Reflect.get(parent, `set${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  if (typeof setter === 'function') setter.call(parent, to);
  else parent.swap(from, to);
}
