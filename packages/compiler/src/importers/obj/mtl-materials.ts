// MTL statements → material models and the images they use. Image numbers count the distinct map files in the order in
// which the libraries name them, whether or not a face uses the material, so that they stay put when the model changes.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { DEFAULT_FACTORS, type ImageModel, type MaterialModel, type TextureSlot } from '../../model/material.js';
import type { TextureMapping, TextureUse } from '../../model/texture-use.js';
import { ImageNumbers } from './image-numbers.js';
import { mapMapping } from './map-mapping.js';
import type { MapStatement } from './map-statement.js';
import { mtlExtensions, unit } from './mtl-extensions.js';
import type { MtlMaterial } from './parse-mtl.js';

/** What the importer knows of a map's file. */
export interface MapFile {
  /** Relative to the input root; as written where it cannot lie in the input. */
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

/** Maps in the order in which a material's fields are numbered. */
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
  // Missing files keep their numbers too: a map that turns up later must not rename the others.
  const mentioned = resolved.flatMap(({ maps }) => Object.values(maps).sort((a, b) => a.line - b.line));
  for (const { path } of mentioned) images.number(path);
  for (const { maps } of resolved)
    for (const map of [
      maskOf(present(maps)) ? undefined : maps.diffuseMap,
      maps.normalMap ?? maps.bumpMap,
      maps.emissiveMap,
    ])
      images.keepWhole(map?.path);
  const materials = resolved.map(({ file, material, maps }) => {
    const textures: { [slot in TextureSlot]?: TextureUse } = {};
    const there = present(maps);
    const show = (slot: TextureSlot, map: LocatedMap | undefined): void => {
      if (map) textures[slot] = { image: images.number(map.path), ...mapMapping(map) };
    };
    const mask = maskOf(there);
    if (mask === undefined) show('baseColor', there.diffuseMap);
    else {
      const image = images.mask(there.diffuseMap?.path, mask.path);
      textures.baseColor = { image, ...packedMapping(there.diffuseMap, mask, file, warn) };
    }
    const packed = images.pack(there.roughnessMap?.path, there.metallicMap?.path);
    if (packed !== undefined)
      textures.metallicRoughness = {
        image: packed,
        ...packedMapping(there.roughnessMap, there.metallicMap, file, warn),
      };
    show('normal', there.normalMap ?? there.bumpMap);
    show('emissive', there.emissiveMap);
    return { ...factors(material, there, file, warn), ...mtlExtensions(material), name: material.name, textures };
  });
  return { materials, images: images.models() };
}

/** What a material is of which nothing is known but its name. */
export const plainMaterial = (name: string): MaterialModel => ({
  ...DEFAULT_FACTORS,
  metallicFactor: 0,
  name,
  textures: {},
});

type LocatedMap = MapStatement & Pick<MapFile, 'path' | 'exists'>;
type Maps = { readonly [field in (typeof MAP_FIELDS)[number]]?: LocatedMap };

/** A map of opacity that must be put into the colour map. Where both are one image its alpha is what is meant. */
const maskOf = ({ diffuseMap, opacityMap }: Maps): LocatedMap | undefined =>
  opacityMap?.path === diffuseMap?.path ? undefined : opacityMap;

/** Both maps are in one image, so they are used in one way. */
function packedMapping(
  first: LocatedMap | undefined,
  second: LocatedMap | undefined,
  file: string,
  warn: Warn,
): TextureMapping {
  const map = first ?? second;
  if (map === undefined) return {};
  const mapping = mapMapping(map);
  if (second !== undefined && JSON.stringify(mapMapping(second)) !== JSON.stringify(mapping))
    warn({
      code: 'mtl/two-mappings',
      file,
      where: { line: second.line },
      message: `${second.file} and ${map.file} share a texture but have different options; those of ${map.file} are used`,
    });
  return mapping;
}

const present = (maps: Maps): Maps => Object.fromEntries(Object.entries(maps).filter(([, map]) => map.exists));

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

function factors(
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
  const opacity = unit(material.opacity ?? 1);
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
    metallicFactor: unit(material.metallic ?? (maps.metallicMap === undefined ? 0 : 1)),
    roughnessFactor: unit(
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
