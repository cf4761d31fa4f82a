// Turns a row of `.hmat` and `.hmatx` into a material of three, without its maps. Colors are linear.

import type { Material, MaterialExtras } from '@assetc/formats';
import * as THREE from 'three';
import { setThickness } from './iridescence-thickness.js';

/** The properties of a draw that its material depends on. */
export interface MaterialShape {
  readonly kind: 'triangles' | 'lines' | 'points';
  readonly hasColors: boolean;
  readonly hasTangents: boolean;
  readonly isFlat: boolean;
}

/** Extensions that need MeshPhysicalMaterial. */
const PHYSICAL = [
  ...(['anisotropy', 'clearcoat', 'dispersion', 'ior', 'iridescence', 'sheen', 'specular'] as const),
  ...(['transmission', 'volume'] as const),
];

const colorOf = ([red = 1, green = 1, blue = 1]: readonly number[]): THREE.Color =>
  new THREE.Color().setRGB(red, green, blue, THREE.LinearSRGBColorSpace);

export type AnyMaterial =
  | THREE.MeshStandardMaterial
  | THREE.MeshPhysicalMaterial
  | THREE.MeshBasicMaterial
  | THREE.LineBasicMaterial
  | THREE.PointsMaterial;

export function makeMaterial(row: Material, extras: MaterialExtras, shape: MaterialShape): AnyMaterial {
  const material = emptyMaterial(extras, shape);
  const [, , , alpha = 1] = row.baseColorFactor;
  material.color.copy(colorOf(row.baseColorFactor));
  material.opacity = alpha;
  material.side = row.doubleSided ? THREE.DoubleSide : THREE.FrontSide;
  material.vertexColors = shape.hasColors;
  material.transparent = row.alphaMode === 'BLEND';
  material.depthWrite = row.alphaMode !== 'BLEND';
  material.alphaTest = row.alphaMode === 'MASK' ? row.alphaCutoff : 0;
  if (material instanceof THREE.MeshStandardMaterial) {
    fillStandard(material, row);
    material.flatShading = shape.isFlat;
  }
  if (material instanceof THREE.MeshPhysicalMaterial) fillPhysical(material, extras);
  return material;
}

function emptyMaterial(extras: MaterialExtras, { kind }: MaterialShape): AnyMaterial {
  if (kind === 'lines') return new THREE.LineBasicMaterial();
  if (kind === 'points') return new THREE.PointsMaterial({ sizeAttenuation: false });
  if (extras.unlit !== undefined) return new THREE.MeshBasicMaterial();
  const isPhysical = PHYSICAL.some((name) => extras[name] !== undefined);
  return isPhysical ? new THREE.MeshPhysicalMaterial() : new THREE.MeshStandardMaterial();
}

function fillStandard(material: THREE.MeshStandardMaterial, row: Material): void {
  material.metalness = row.metallicFactor;
  material.roughness = row.roughnessFactor;
  material.normalScale.setScalar(row.normalScale);
  material.aoMapIntensity = row.occlusionStrength;
  // Three stores emission as a color and an intensity.
  const strength = Math.max(1, ...row.emissiveFactor);
  material.emissive.copy(colorOf(row.emissiveFactor.map((value) => value / strength)));
  material.emissiveIntensity = strength;
}

function fillPhysical(material: THREE.MeshPhysicalMaterial, extras: MaterialExtras): void {
  const { anisotropy, clearcoat, dispersion, ior, iridescence, sheen, specular, transmission, volume } = extras;
  if (anisotropy) {
    material.anisotropy = anisotropy.strength;
    material.anisotropyRotation = anisotropy.rotation;
  }
  if (clearcoat) {
    material.clearcoat = clearcoat.factor;
    material.clearcoatRoughness = clearcoat.roughness;
    material.clearcoatNormalScale.setScalar(clearcoat.normalScale);
  }
  if (dispersion) material.dispersion = dispersion.dispersion;
  if (ior) material.ior = ior.ior;
  if (iridescence) {
    material.iridescence = iridescence.factor;
    material.iridescenceIOR = iridescence.ior;
    setThickness(material, 0, iridescence.thicknessMin);
    setThickness(material, 1, iridescence.thicknessMax);
  }
  if (sheen) {
    material.sheen = 1;
    material.sheenRoughness = sheen.roughness;
    material.sheenColor.copy(colorOf(sheen.color));
  }
  if (specular) {
    material.specularIntensity = specular.factor;
    material.specularColor.copy(colorOf(specular.color));
  }
  if (transmission) material.transmission = transmission.factor;
  if (volume) {
    material.thickness = volume.thickness;
    material.attenuationDistance = volume.attenuationDistance === 0 ? Infinity : volume.attenuationDistance;
    material.attenuationColor.copy(colorOf(volume.attenuationColor));
  }
}
