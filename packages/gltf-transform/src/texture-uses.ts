// How material slots use a texture. The graph's edges define which channels a slot reads and whether they are colors; alpha is linear even
// in sRGB textures.

import {
  type Document,
  type Graph,
  type Material,
  type Property,
  PropertyType,
  type Texture,
  TextureChannel,
} from '@gltf-transform/core';

/** A reference to a texture. */
export type TextureEdge = ReturnType<Graph<Property>['listParentEdges']>[number];

export const edgesOf = (document: Document, texture: Texture): readonly TextureEdge[] =>
  document
    .getGraph()
    .listParentEdges(texture)
    .filter((edge) => edge.getParent().propertyType !== PropertyType.ROOT);

/** Unknown extensions may not declare it. */
const COLOR_NAME = /(?:[cC]olor|[dD]iffuse|[eE]missive|specularGlossiness)(?:Texture|Map)?$/;
const NORMAL_NAME = /normal(?:Texture|Map)?$/i;

export function isColor(edge: TextureEdge): boolean {
  const stated = edge.getAttributes().isColor;
  return typeof stated === 'boolean' ? stated : COLOR_NAME.test(edge.getName());
}

const RGB = TextureChannel.R | TextureChannel.G | TextureChannel.B;

const channelsOf = (edge: TextureEdge): number => {
  const { channels } = edge.getAttributes();
  return typeof channels === 'number' ? channels : RGB;
};

/** Whether it reads data from channels that would count as colors. */
export const readsDataInColor = (edge: TextureEdge): boolean => !isColor(edge) && (channelsOf(edge) & RGB) !== 0;

/** How the encoder treats a texture with these uses. */
type TextureMeaning =
  | { readonly role: 'color'; readonly alpha: 'hides' | 'blends' | 'data'; readonly alphaCutoff?: number }
  | { readonly role: 'normal'; readonly channels: 'xyz' }
  | { readonly role: 'linear' };

export function meaningOf(edges: readonly TextureEdge[]): TextureMeaning {
  if (edges.some(isColor)) return colorMeaning(edges);
  if (edges.every((edge) => NORMAL_NAME.test(edge.getName()))) return { role: 'normal', channels: 'xyz' };
  return { role: 'linear' };
}

/** By its type, not its class: a program may have two copies of glTF-Transform. */
const isMaterial = (property: Property): property is Material => property.propertyType === PropertyType.MATERIAL;

/** Alpha hides colors only if every material that shows them masks or blends by it. */
function colorMeaning(edges: readonly TextureEdge[]): TextureMeaning {
  const hiding = edges.flatMap((edge) => {
    const parent = edge.getParent();
    const shows = edge.getName() === 'baseColorTexture' && isMaterial(parent) && parent.getAlphaMode() !== 'OPAQUE';
    return shows ? [parent] : [];
  });
  if (hiding.length < edges.length) return { role: 'color', alpha: 'data' };
  const modes = new Set(hiding.map((material) => material.getAlphaMode()));
  const cutoffs = new Set(hiding.map((material) => material.getAlphaCutoff()));
  const [cutoff] = cutoffs;
  if (!modes.has('MASK')) return { role: 'color', alpha: 'blends' };
  const isOne = modes.size === 1 && cutoffs.size === 1 && cutoff !== undefined && cutoff <= 1;
  return isOne ? { role: 'color', alpha: 'hides', alphaCutoff: cutoff } : { role: 'color', alpha: 'hides' };
}
