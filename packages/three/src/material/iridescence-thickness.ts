// The range of an iridescent film's thickness. three 0.187 has two numbers, earlier versions a pair, which 0.187 warns about.

import type { MeshPhysicalMaterial } from 'three';

const PROPERTIES = ['iridescenceThicknessMinimum', 'iridescenceThicknessMaximum'] as const;

/** Index 0 is the minimum, 1 the maximum. */
export function thicknessOf(material: MeshPhysicalMaterial, which: 0 | 1): number {
  const value: unknown = Reflect.get(material, PROPERTIES[which]);
  return typeof value === 'number' ? value : (material.iridescenceThicknessRange[which] ?? 0);
}

export function setThickness(material: MeshPhysicalMaterial, which: 0 | 1, value: number): void {
  if (PROPERTIES[which] in material) Reflect.set(material, PROPERTIES[which], value);
  else material.iridescenceThicknessRange[which] = value;
}
