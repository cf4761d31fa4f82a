// A texture that one slot reads as colors and another as data cannot be one KTX2 file, whose colors are sRGB or are not: the data gets a
// copy of its own.

import type { Document, Property, Texture } from '@gltf-transform/core';
import { edgesOf, isColor, readsDataInColor, type TextureEdge } from './texture-uses.js';

/** The copies that were made. */
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

/** By the setter of the slot; of a parent that has none, all slots move. */
function moveEdge(edge: TextureEdge, from: Texture, to: Texture): void {
  const parent: Property = edge.getParent();
  const name = edge.getName();
  const setter: unknown = Reflect.get(parent, `set${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  if (typeof setter === 'function') setter.call(parent, to);
  else parent.swap(from, to);
}
