// The material properties that clips animate, read and written as the floats of the file.

import type { MaterialPropertyName, MaterialTextureSlot, ScenePropertyName } from '@assetc/formats';
import * as THREE from 'three';
import { setThickness, thicknessOf } from '../material/iridescence-thickness.js';
import type { AnyMaterial } from '../material/make-material.js';
import { SLOTS } from '../material/material-slots.js';

/** An animatable value of some floats. */
export interface Dial {
  get(): readonly number[];
  set(values: readonly number[]): void;
}

type Standard = THREE.MeshStandardMaterial;
type Physical = THREE.MeshPhysicalMaterial;

const scalar = (get: () => number, set: (value: number) => void): Dial => ({
  get: () => [get()],
  set: ([value = 0]) => set(value),
});

const colored = (color: THREE.Color): Dial => ({
  get: () => [color.r, color.g, color.b],
  set: ([red = 0, green = 0, blue = 0]) => color.setRGB(red, green, blue, THREE.LinearSRGBColorSpace),
});

const baseColor = (material: AnyMaterial): Dial => ({
  get: () => [material.color.r, material.color.g, material.color.b, material.opacity],
  set: ([red = 0, green = 0, blue = 0, alpha = 1]) => {
    material.color.setRGB(red, green, blue, THREE.LinearSRGBColorSpace);
    material.opacity = alpha;
  },
});

const emissive = (material: Standard): Dial => ({
  get: () => material.emissive.toArray().map((value) => value * material.emissiveIntensity),
  set: ([red = 0, green = 0, blue = 0]) => {
    const strength = Math.max(1, red, green, blue);
    material.emissive.setRGB(red / strength, green / strength, blue / strength, THREE.LinearSRGBColorSpace);
    material.emissiveIntensity = strength;
  },
});

/** Y may be negated, for tangents from derivatives. Its sign stays. */
const scaled = (scale: THREE.Vector2): Dial => {
  const sign = scale.y < 0 ? -1 : 1;
  return scalar(
    () => scale.x,
    (value) => scale.set(value, value * sign),
  );
};

type Dials<M> = Partial<Record<MaterialPropertyName, (material: M) => Dial>>;
type Numbers<M> = { [K in keyof M]: M[K] extends number ? K : never }[keyof M];

const plain =
  <M, K extends Numbers<M>>(name: K) =>
  (material: M): Dial => ({
    get: () => [Number(material[name])],
    set: ([value = 0]) => Object.assign(material as object, { [name]: value }),
  });

const STANDARD: Dials<Standard> = {
  emissiveFactor: emissive,
  metallicFactor: plain<Standard, 'metalness'>('metalness'),
  roughnessFactor: plain<Standard, 'roughness'>('roughness'),
  normalScale: ({ normalScale }) => scaled(normalScale),
  occlusionStrength: plain<Standard, 'aoMapIntensity'>('aoMapIntensity'),
};

const range = (material: Physical, which: 0 | 1): Dial =>
  scalar(
    () => thicknessOf(material, which),
    (value) => {
      setThickness(material, which, value);
    },
  );

const PHYSICAL: Dials<Physical> = {
  'anisotropy.strength': plain<Physical, 'anisotropy'>('anisotropy'),
  'anisotropy.rotation': plain<Physical, 'anisotropyRotation'>('anisotropyRotation'),
  'clearcoat.factor': plain<Physical, 'clearcoat'>('clearcoat'),
  'clearcoat.roughness': plain<Physical, 'clearcoatRoughness'>('clearcoatRoughness'),
  'clearcoat.normalScale': ({ clearcoatNormalScale }) => scaled(clearcoatNormalScale),
  'dispersion.dispersion': plain<Physical, 'dispersion'>('dispersion'),
  'ior.ior': plain<Physical, 'ior'>('ior'),
  'iridescence.factor': plain<Physical, 'iridescence'>('iridescence'),
  'iridescence.ior': plain<Physical, 'iridescenceIOR'>('iridescenceIOR'),
  'iridescence.thicknessMin': (material) => range(material, 0),
  'iridescence.thicknessMax': (material) => range(material, 1),
  'sheen.roughness': plain<Physical, 'sheenRoughness'>('sheenRoughness'),
  'sheen.color': ({ sheenColor }) => colored(sheenColor),
  'specular.factor': plain<Physical, 'specularIntensity'>('specularIntensity'),
  'specular.color': ({ specularColor }) => colored(specularColor),
  'transmission.factor': plain<Physical, 'transmission'>('transmission'),
  'volume.thickness': plain<Physical, 'thickness'>('thickness'),
  'volume.attenuationDistance': (material) =>
    scalar(
      () => (Number.isFinite(material.attenuationDistance) ? material.attenuationDistance : 0),
      (value) => {
        material.attenuationDistance = value === 0 ? Number.POSITIVE_INFINITY : value;
      },
    ),
  'volume.attenuationColor': ({ attenuationColor }) => colored(attenuationColor),
};

/** Returns undefined if three's material has no such property. */
export function materialDial(material: AnyMaterial, property: ScenePropertyName): Dial | undefined {
  if (property === 'baseColorFactor') return baseColor(material);
  if (property === 'alphaCutoff')
    return material.alphaTest > 0 ? plain<AnyMaterial, 'alphaTest'>('alphaTest')(material) : undefined;
  const [, slot, part] = /^textures\.(\w+)\.(\w+)$/.exec(property) ?? [];
  if (isSlot(slot)) return textureDial(texturesIn(material, slot), part ?? '');
  const standard: Partial<Record<string, (material: Standard) => Dial>> = STANDARD;
  const physical: Partial<Record<string, (material: Physical) => Dial>> = PHYSICAL;
  if (material instanceof THREE.MeshStandardMaterial && standard[property]) return standard[property](material);
  if (material instanceof THREE.MeshPhysicalMaterial) return physical[property]?.(material);
  return undefined;
}

const isSlot = (name: string | undefined): name is MaterialTextureSlot => name !== undefined && name in SLOTS;

/** The textures of a slot, from every material property that the slot maps to. */
export function texturesIn(material: AnyMaterial, slot: MaterialTextureSlot): readonly THREE.Texture[] {
  return SLOTS[slot].properties.flatMap((name) => {
    const texture: unknown = Reflect.get(material, name);
    return texture instanceof THREE.Texture ? [texture] : [];
  });
}

function textureDial(textures: readonly THREE.Texture[], part: string): Dial | undefined {
  const [first] = textures;
  if (first === undefined) return undefined;
  if (part === 'rotation')
    return scalar(
      () => first.rotation,
      (value) => {
        for (const texture of textures) texture.rotation = value;
      },
    );
  const vectorOf = (texture: THREE.Texture): THREE.Vector2 => (part === 'offset' ? texture.offset : texture.repeat);
  return {
    get: () => vectorOf(first).toArray(),
    set: ([x = 0, y = 0]) => {
      for (const texture of textures) vectorOf(texture).set(x, y);
    },
  };
}
