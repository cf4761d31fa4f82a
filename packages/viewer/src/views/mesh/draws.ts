// The draws of a model with their original geometries and materials, so that a look can replace and restore them.

import type { AssetcDraw } from '@assetc/three';
import * as THREE from 'three';
import type { ViewedModel } from './plain-model.js';

export interface Draw extends AssetcDraw {
  readonly geometry: THREE.BufferGeometry;
  readonly material: THREE.Material | THREE.Material[];
  readonly choose: THREE.Object3D['onBeforeRender'];
  readonly hasColors: boolean;
}

export type SurfaceDraw<T extends AssetcDraw = Draw> = T & { readonly object: THREE.Mesh; readonly submesh: number };

/** False for points and lines. */
export const isSurface = <T extends AssetcDraw>(draw: T): draw is SurfaceDraw<T> =>
  draw.object instanceof THREE.Mesh && draw.submesh !== undefined;

export const drawsOf = (model: ViewedModel): readonly Draw[] =>
  model.draws.map((draw) => ({
    ...draw,
    geometry: draw.object.geometry,
    material: draw.object.material,
    choose: draw.object.onBeforeRender,
    hasColors: draw.object.geometry.hasAttribute('color'),
  }));

export function putBack({ object, geometry, material, choose, levels }: Draw): void {
  object.geometry = geometry;
  object.material = material;
  object.onBeforeRender = choose;
  object.visible = true;
  if (levels.length > 1) geometry.setDrawRange(0, levels[0]?.count ?? Number.POSITIVE_INFINITY);
}
