// Converts MTL statements to material models and their images. Images are numbered by the order of distinct map files in the libraries, whether
// or not a face uses the material, so that numbers stay stable when the model changes.

import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { TextureMapping, TextureUse } from '../../../model/image/texture-use.js';
import {
  DEFAULT_FACTORS,
  type ImageModel,
  type MaterialModel,
  type TextureSlot,
} from '../../../model/scene/material.js';
import { ImageNumbers } from './image-numbers.js';
import type { MapStatement } from './map-statement.js';
import { clampUnit, mtlExtensions } from './mtl-extensions.js';
import type { MtlMaterial } from './parse-mtl.js';
import { textureMappingOf } from './texture-mapping.js';

/** What is known about a map's file. */
export interface MapFile {
  /** Relative to the input root; as written if it is outside the input. */
  readonly path: string;
  readonly exists: boolean;
  /** By its name or by `texture.role`. */
  readonly isNormalMap: boolean;
}

export interface MtlLibrary {
  readonly file: string;
  readonly materials: readonly MtlMaterial[];
}

interface MaterialTable {
  readonly materials: readonly MaterialModel[];
  readonly images: readonly ImageModel[];
}

type Warn = (diagnostic: Omit<Diagnostic, 'severity'>) => void;

/** Maps in numbering order. */
const MAP_FIELDS = [
  'diffuseMap',
  'opacityMap',
  'normalMap',
  'bumpMap',
  'roughnessMap',
  'metallicMap',
  'emissiveMap',
] as const;

export function buildMaterials(
  libraries: readonly MtlLibrary[],
  locate: (library: string, map: MapStatement) => MapFile,
  warn: Warn,
): MaterialTable {
  const images = new ImageNumbers();
  const resolved = libraries.flatMap(({ file, materials }) =>
    materials.map((material) => ({ file, material, maps: locateMaps(file, material, locate, warn) })),
  );
  // Missing files keep their numbers too: adding one later must not renumber the others.
  const allMaps = resolved.flatMap(({ maps }) => Object.values(maps).sort((a, b) => a.line - b.line));
  for (const { path } of allMaps) images.number(path);
  for (const { maps } of resolved)
    for (const map of [
      separateOpacityMap(existing(maps)) ? undefined : maps.diffuseMap,
      maps.normalMap ?? maps.bumpMap,
      maps.emissiveMap,
    ])
      images.reserveWhole(map?.path);
  const materials = resolved.map(({ file, material, maps }) => {
    const textures: { [slot in TextureSlot]?: TextureUse } = {};
    const existingMaps = existing(maps);
    const setTexture = (slot: TextureSlot, map: LocatedMap | undefined): void => {
      if (map) textures[slot] = { image: images.number(map.path), ...textureMappingOf(map) };
    };
    const mask = separateOpacityMap(existingMaps);
    if (mask === undefined) setTexture('baseColor', existingMaps.diffuseMap);
    else {
      const image = images.packColorOpacity(existingMaps.diffuseMap?.path, mask.path);
      textures.baseColor = { image, ...sharedMapping(existingMaps.diffuseMap, mask, file, warn) };
    }
    const packed = images.packRoughnessMetallic(existingMaps.roughnessMap?.path, existingMaps.metallicMap?.path);
    if (packed !== undefined)
      textures.metallicRoughness = {
        image: packed,
        ...sharedMapping(existingMaps.roughnessMap, existingMaps.metallicMap, file, warn),
      };
    setTexture('normal', existingMaps.normalMap ?? existingMaps.bumpMap);
    setTexture('emissive', existingMaps.emissiveMap);
    return {
      ...factorsOf(material, existingMaps, file, warn),
      ...mtlExtensions(material),
      name: material.name,
      textures,
    };
  });
  return { materials, images: images.models() };
}

/** A material of which only the name is known. */
export const plainMaterial = (name: string): MaterialModel => ({
  ...DEFAULT_FACTORS,
  metallicFactor: 0,
  name,
  textures: {},
});

type LocatedMap = MapStatement & Pick<MapFile, 'path' | 'exists'>;
type Maps = { readonly [field in (typeof MAP_FIELDS)[number]]?: LocatedMap };

/** The opacity map that must be combined with the color map. If both are the same image, its alpha is used. */
const separateOpacityMap = ({ diffuseMap, opacityMap }: Maps): LocatedMap | undefined =>
  opacityMap?.path === diffuseMap?.path ? undefined : opacityMap;

/** Both maps are in one image, so they share one mapping. */
function sharedMapping(
  first: LocatedMap | undefined,
  second: LocatedMap | undefined,
  file: string,
  warn: Warn,
): TextureMapping {
  const map = first ?? second;
  if (map === undefined) return {};
  const mapping = textureMappingOf(map);
  if (second !== undefined && JSON.stringify(textureMappingOf(second)) !== JSON.stringify(mapping))
    warn({
      code: 'mtl/two-mappings',
      file,
      where: { line: second.line },
      message: `${second.file} and ${map.file} share a texture but have different options; those of ${map.file} are used`,
    });
  return mapping;
}

const existing = (maps: Maps): Maps => Object.fromEntries(Object.entries(maps).filter(([, map]) => map.exists));

function locateMaps(
  library: string,
  material: MtlMaterial,
  locate: (library: string, map: MapStatement) => MapFile,
  warn: Warn,
): Maps {
  const found: { -readonly [field in keyof Maps]: Maps[field] } = {};
  for (const field of MAP_FIELDS) {
    const map = material[field];
    if (map === undefined) continue;
    const { path, exists, isNormalMap } = locate(library, map);
    const where = { line: map.line };
    if (field === 'bumpMap' && !isNormalMap) {
      if (material.normalMap === undefined)
        warn({
          code: 'mtl/height-map',
          file: library,
          where,
          message: `${map.file} is a height map and was dropped from material "${material.name}"`,
        });
      continue;
    }
    found[field] = { ...map, path, exists };
    if (!exists)
      warn({
        code: 'mtl/missing-map',
        file: library,
        where,
        message: `${map.file} does not exist, so material "${material.name}" does not use it`,
      });
  }
  return found;
}

function factorsOf(
  material: MtlMaterial,
  maps: Maps,
  file: string,
  warn: Warn,
): Omit<MaterialModel, 'name' | 'textures'> {
  let diffuse = material.diffuse ?? [1, 1, 1];
  if (maps.diffuseMap !== undefined && diffuse.every((c) => c === 0)) {
    warn({
      code: 'mtl/black-diffuse',
      file,
      where: { line: material.line },
      message: `material "${material.name}" has a color map, but Kd is black`,
    });
    diffuse = [1, 1, 1];
  }
  const opacity = clampUnit(material.opacity ?? 1);
  const [r, g, b] = diffuse;
  return {
    ...DEFAULT_FACTORS,
    baseColorFactor: [r, g, b, opacity],
    emissiveFactor:
      material.emissive && (maps.emissiveMap === undefined || material.emissive.some((c) => c > 0))
        ? material.emissive
        : maps.emissiveMap === undefined
          ? [0, 0, 0]
          : [1, 1, 1],
    metallicFactor: clampUnit(material.metallic ?? (maps.metallicMap === undefined ? 0 : 1)),
    roughnessFactor: clampUnit(
      material.roughness ?? (maps.roughnessMap === undefined ? roughnessOf(material.shininess) : 1),
    ),
    normalScale: (maps.normalMap ?? maps.bumpMap)?.multiplier ?? 1,
    alphaMode: opacity < 1 || maps.opacityMap !== undefined ? 'blend' : 'opaque',
  };
}

/** The inverse of what Blender writes, Ns = 1000 · (1 − roughness)²; a material without Ns is rough. */
function roughnessOf(shininess: number | undefined): number {
  return shininess === undefined ? 1 : 1 - Math.sqrt(Math.min(1000, Math.max(0, shininess)) / 1000);
}
