// The textures of a material: finds the image of each map and combines what models store in one image.

import type { TextureMapping, TextureUse } from '../../../model/image/texture-use.js';
import type { MaterialSlot } from '../../../model/scene/material.js';
import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { childrenOf, textOf } from '../file/fbx-node.js';
import type { ImportContext } from '../import-context.js';
import type { ImageTable } from './image-table.js';
import type { MapName, Surface } from './surface.js';
import type { FoundFile, TextureFiles } from './texture-file.js';
import { mappingOf } from './texture-mapping.js';

interface FoundMap extends FoundFile {
  readonly mapping: TextureMapping;
}

export type FoundMaps = { readonly [name in MapName]?: FoundMap };

export interface MapFinder {
  readonly context: ImportContext;
  readonly document: FbxDocument;
  readonly files: TextureFiles;
  readonly images: ImageTable;
  /** By its name or the user's settings. */
  readonly isNormalMap: (path: string) => boolean;
}

/** Maps without an image are left out, with a warning. */
export async function findMaps(finder: MapFinder, material: FbxObject, surface: Surface): Promise<FoundMaps> {
  const { context, files } = finder;
  const found: { [name in MapName]?: FoundMap } = {};
  const title = JSON.stringify(material.name);
  for (const [name, map] of Object.entries(surface.maps) as [MapName, FbxObject][]) {
    const texture = textureOf(finder, map, title);
    if (texture === undefined) continue;
    const file = await files.find(texture);
    if (file === undefined) {
      const wanted = files.nameOf(texture) || texture.name;
      context.warn(
        'fbx/missing-texture',
        texture.place,
        `${wanted} does not exist, so material ${title} does not use it`,
      );
      continue;
    }
    const { mapping, isSheared } = mappingOf(texture, surface.uv);
    if (isSheared)
      context.warn(
        'fbx/dropped-value',
        texture.place,
        `texture ${JSON.stringify(texture.name)} is rotated and scaled unevenly; its scale is approximate`,
      );
    const uvSet = uvSetOf(finder, material, texture);
    found[name] = { ...file, mapping: { ...(uvSet === 0 ? {} : { uvSet }), ...mapping } };
  }
  if (surface.droppedMaps.length > 0)
    context.warn('fbx/dropped-map', material.place, `material ${title} loses ${surface.droppedMaps.join(', ')}`);
  return dropHeightMap(finder, material, found);
}

/** A bump map that is no normal map cannot be kept. */
function dropHeightMap(finder: MapFinder, material: FbxObject, { bump, ...maps }: FoundMaps): FoundMaps {
  if (bump === undefined || maps.normal !== undefined) return maps;
  if (finder.isNormalMap(bump.name)) return { ...maps, normal: bump };
  finder.context.warn(
    'fbx/dropped-map',
    material.place,
    `material ${JSON.stringify(material.name)} loses ${bump.name}, which is a height map`,
  );
  return maps;
}

/** The first layer of a layered texture. */
function textureOf({ context, document }: MapFinder, map: FbxObject, title: string): FbxObject | undefined {
  if (map.kind === 'Texture') return map;
  const layers = document.childrenOf(map, 'Texture').map(({ object }) => object);
  if (layers.length > 1)
    context.warn(
      'fbx/dropped-map',
      map.place,
      `material ${title} has ${layers.length} layers of textures; the first is used`,
    );
  return layers[0];
}

/** Of models: 0 or 1. Meshes of one material have the same sets in practice; the first decides. */
const MAX_UV_SETS = 2;

function uvSetOf({ context, document }: MapFinder, material: FbxObject, texture: FbxObject): number {
  const name = texture.properties.text('UVSet') ?? '';
  if (name === '') return 0;
  for (const { object: model } of document.parentsOf(material, 'Model'))
    for (const { object: geometry } of document.childrenOf(model, 'Geometry')) {
      const names = childrenOf(geometry.node, 'LayerElementUV').map((element) => textOf(element, 'Name') ?? '');
      const set = names.indexOf(name);
      if (set < 0) continue;
      if (set < MAX_UV_SETS) return set;
      context.warn(
        'fbx/dropped-value',
        texture.place,
        `texture ${JSON.stringify(texture.name)} uses the third set of coordinates or a later one; it is sampled with the first`,
      );
      return 0;
    }
  return 0;
}

/** Fills the slots of a material. */
export function combineMaps(
  { context, images }: Pick<MapFinder, 'context' | 'images'>,
  material: Pick<FbxObject, 'name' | 'place'>,
  maps: FoundMaps,
): { readonly [slot in MaterialSlot]?: TextureUse } {
  const textures: { [slot in MaterialSlot]?: TextureUse } = {};
  const set = (slot: MaterialSlot, map: FoundMap | undefined): void => {
    if (map !== undefined) textures[slot] = { image: images.add({ whole: map.ref }), ...map.mapping };
  };
  const shared = (first: FoundMap | undefined, second: FoundMap | undefined): TextureMapping => {
    if (first !== undefined && second !== undefined && JSON.stringify(first.mapping) !== JSON.stringify(second.mapping))
      context.warn(
        'fbx/dropped-value',
        material.place,
        `${first.name} and ${second.name} become one texture, but are placed differently; the first placement is used`,
      );
    return (first ?? second)?.mapping ?? {};
  };
  const isSame = JSON.stringify(maps.opacity?.ref) === JSON.stringify(maps.baseColor?.ref);
  if (maps.opacity === undefined || isSame) set('baseColor', maps.baseColor);
  else
    textures.baseColor = {
      image: images.add({ color: maps.baseColor?.ref ?? null, opacity: maps.opacity.ref }),
      ...shared(maps.baseColor, maps.opacity),
    };
  const roughness = maps.roughness ?? maps.glossiness;
  const glossy = roughness !== undefined && roughness === maps.glossiness ? { isGlossy: true as const } : {};
  if (roughness !== undefined || maps.metallic !== undefined)
    textures.metallicRoughness = {
      image: images.add({ roughness: roughness?.ref ?? null, metallic: maps.metallic?.ref ?? null, ...glossy }),
      ...shared(roughness, maps.metallic),
    };
  set('normal', maps.normal);
  set('occlusion', maps.occlusion);
  set('emissive', maps.emissive);
  set('clearcoat', maps.clearcoat);
  set('clearcoatRoughness', maps.clearcoatRoughness);
  set('clearcoatNormal', maps.clearcoatNormal);
  set('sheenColor', maps.sheenColor);
  set('specularColor', maps.specularColor);
  set('transmission', maps.transmission);
  set('thickness', maps.thickness);
  return textures;
}
