// Texels of a draw's first texture per unit of its surface, averaged: the reference of the density colors.

import * as THREE from 'three';

interface Surface {
  readonly object: THREE.Object3D;
  readonly material: THREE.Material | readonly THREE.Material[];
  readonly geometry: THREE.BufferGeometry;
}

/** Size of a material's color texture; undefined if it has none. */
export function texelsOf({ material }: Pick<Surface, 'material'>): readonly [number, number] | undefined {
  for (const each of [material].flat()) {
    const map: unknown = Reflect.get(each, 'map') ?? Reflect.get(each, 'normalMap') ?? undefined;
    if (!(map instanceof THREE.Texture)) continue;
    const { width, height }: { width?: number; height?: number } = map.image ?? {};
    if (width !== undefined && height !== undefined) return [width, height];
  }
  return undefined;
}

/** Texels per unit: the root of texels over area; 0 without textures. */
export function averageDensity(surfaces: readonly Surface[]): number {
  let texels = 0;
  let area = 0;
  for (const surface of surfaces) {
    const size = texelsOf(surface);
    const { index } = surface.geometry;
    const positions = surface.geometry.getAttribute('position');
    const uvs = surface.geometry.getAttribute('uv');
    if (size === undefined || index === null || positions === undefined || uvs === undefined) continue;
    const { object } = surface;
    const bound = object instanceof THREE.SkinnedMesh ? object.bindMatrix.getMaxScaleOnAxis() : 1;
    const scale = object.matrixWorld.getMaxScaleOnAxis() * bound;
    const { start, count } = surface.geometry.drawRange;
    const end = Math.min(index.count, start + count);
    for (let i = start; i + 2 < end; i += 3) {
      const [a, b, c] = [index.getX(i), index.getX(i + 1), index.getX(i + 2)];
      texels += size[0] * size[1] * uvArea(uvs, a, b, c);
      area += triangleArea(positions, a, b, c) * scale * scale;
    }
  }
  return area === 0 ? 0 : Math.sqrt(texels / area);
}

type Attribute = THREE.BufferAttribute | THREE.InterleavedBufferAttribute;

function uvArea(uvs: Attribute, a: number, b: number, c: number): number {
  const [ux, uy] = [uvs.getX(b) - uvs.getX(a), uvs.getY(b) - uvs.getY(a)];
  const [vx, vy] = [uvs.getX(c) - uvs.getX(a), uvs.getY(c) - uvs.getY(a)];
  return Math.abs(ux * vy - uy * vx) / 2;
}

function triangleArea(p: Attribute, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [p.getX(b) - p.getX(a), p.getY(b) - p.getY(a), p.getZ(b) - p.getZ(a)];
  const [vx, vy, vz] = [p.getX(c) - p.getX(a), p.getY(c) - p.getY(a), p.getZ(c) - p.getZ(a)];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}
