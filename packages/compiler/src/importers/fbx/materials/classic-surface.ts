// Lambert and Phong, which every program writes: as the only values, or as an approximation of its own shader.

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { childOf, numbersOf } from '../file/fbx-node.js';
import { type Color, clampColor, clampUnit, type MapName, positive, type Surface, scaled } from './surface.js';

/**
 * Which map a texture is, by the property that it is connected to. Maps of transparency contain opacity: Blender and three.js read them so,
 * and so does Blender's exporter write them.
 */
const MAPS: ReadonlyMap<string, MapName> = new Map([
  ['DiffuseColor', 'baseColor'],
  ['Diffuse', 'baseColor'],
  ['NormalMap', 'normal'],
  ['Bump', 'bump'],
  ['EmissiveColor', 'emissive'],
  ['Emissive', 'emissive'],
  ['TransparentColor', 'opacity'],
  ['TransparencyFactor', 'opacity'],
  ['Opacity', 'opacity'],
]);

/** Blender stores the maps of its shader in properties that are numbers elsewhere. */
const BLENDER_MAPS: ReadonlyMap<string, MapName> = new Map([
  ['ShininessExponent', 'roughness'],
  ['Shininess', 'roughness'],
  ['ReflectionFactor', 'metallic'],
]);

/** Both write the same image for ambient light, which adds nothing. */
const SILENT = new Set(['AmbientColor', 'AmbientFactor', 'DiffuseFactor']);

/** `connected`: the object with the maps. */
export function classicSurface(
  document: FbxDocument,
  material: FbxObject,
  isBlender: boolean,
  connected: FbxObject,
): Surface {
  const values = new ClassicValues(material);
  const { maps, droppedMaps } = classicMaps(document, connected, isBlender);
  const diffuse = values.color(['DiffuseColor', 'Diffuse']) ?? [1, 1, 1];
  const emission = values.number(['EmissiveFactor']) ?? 1;
  const emissive = values.color(['EmissiveColor', 'Emissive']) ?? [0, 0, 0];
  const isLambert = /lambert/i.test(values.text('ShadingModel') ?? '');
  const shininess = values.number(['ShininessExponent', 'Shininess']);
  return {
    baseColor: clampColor(scaled(diffuse, values.number(['DiffuseFactor']) ?? 1)),
    opacity: opacityOf(values, isBlender),
    metallic: isBlender ? clampUnit(values.number(['ReflectionFactor']) ?? 0) : 0,
    roughness: isLambert || shininess === undefined ? 1 : roughnessOf(shininess),
    emissive: positive(scaled(emissive, emission)),
    emissiveStrength: Math.max(0, emission),
    normalScale: Math.max(0, values.number(['BumpFactor']) ?? 1),
    occlusionStrength: 1,
    alphaMode: undefined,
    alphaCutoff: 0.5,
    doubleSided: false,
    extensions: undefined,
    maps,
    droppedMaps,
    uv: undefined,
  };
}

/** As Blender writes it, (1 − roughness)² · 100; other programs have the same range. */
const roughnessOf = (shininess: number): number => 1 - Math.sqrt(clampUnit(shininess / 100));

/**
 * `Opacity`, if the material states it; otherwise by transparency, which is a color and a factor. What would be invisible is opaque:
 * programs write a full factor with a color that they ignore. Blender writes the same number to both.
 */
function opacityOf(values: ClassicValues, isBlender: boolean): number {
  const stated = values.ownNumber('Opacity');
  const color = values.color(['TransparentColor']);
  const factor = values.number(['TransparencyFactor']) ?? 0;
  const share = color === undefined || isBlender ? 1 : (color[0] + color[1] + color[2]) / 3;
  const opacity = clampUnit(stated ?? 1 - factor * share);
  return opacity > 0 ? opacity : 1;
}

function classicMaps(
  document: FbxDocument,
  material: FbxObject,
  isBlender: boolean,
): { readonly maps: Surface['maps']; readonly droppedMaps: readonly string[] } {
  const maps: { [name in MapName]?: FbxObject } = {};
  const droppedMaps: string[] = [];
  for (const { object, property } of document.childrenOf(material)) {
    if (object.kind !== 'Texture' && object.kind !== 'LayeredTexture') continue;
    // Names with a bar belong to another shader.
    if (property.includes('|') || SILENT.has(property)) continue;
    const name = MAPS.get(property) ?? (isBlender ? BLENDER_MAPS.get(property) : undefined);
    if (name === undefined) droppedMaps.push(property || 'a map without a slot');
    else maps[name] ??= object;
  }
  return { maps, droppedMaps };
}

/** Properties; in versions before 6, children of the material. */
class ClassicValues {
  readonly #material: FbxObject;

  constructor(material: FbxObject) {
    this.#material = material;
  }

  number(names: readonly string[]): number | undefined {
    for (const name of names) {
      const value = this.#material.properties.number(name) ?? this.#child(name)[0];
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Without the template, which has the value of no material. */
  ownNumber(name: string): number | undefined {
    const isOwn = this.#material.properties.own.some((property) => property.name === name);
    return isOwn ? this.#material.properties.number(name) : undefined;
  }

  color(names: readonly string[]): Color | undefined {
    for (const name of names) {
      const vector = this.#material.properties.vector(name);
      if (vector !== undefined) return vector;
      const [r, g, b] = this.#child(name);
      if (r !== undefined && g !== undefined && b !== undefined) return [r, g, b];
    }
    return undefined;
  }

  text(name: string): string | undefined {
    const [child] = childOf(this.#material.node, name)?.values ?? [];
    return typeof child === 'string' ? child : this.#material.properties.text(name);
  }

  #child(name: string): readonly number[] {
    return [...numbersOf(childOf(this.#material.node, name))].filter((n) => Number.isFinite(n));
  }
}
