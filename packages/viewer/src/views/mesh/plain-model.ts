// A mesh without materials, textures and animation, for models that cannot be loaded completely. One color, at rest.

import type { Hmesh } from '@assetc/formats';
import type { AssetcModel } from '@assetc/three';
import * as THREE from 'three';
import { fullGeometry, MeshVertices } from './surface/part-geometry.js';

/** The parts of a model that views use. */
export type ViewedModel = Pick<
  AssetcModel,
  | 'scene'
  | 'draws'
  | 'nodes'
  | 'animations'
  | 'lights'
  | 'cameras'
  | 'variants'
  | 'setVariant'
  | 'problems'
  | 'dispose'
  | 'path'
>;

export function plainModel(path: string, mesh: Hmesh): ViewedModel {
  const vertices = new MeshVertices(mesh);
  const material = new THREE.MeshStandardMaterial({ color: 0xaeb4be, roughness: 0.75, side: THREE.DoubleSide });
  const scene = new THREE.Group();
  const draws = mesh.submeshes.map(({ materialSlot }, submesh) => {
    const geometry = fullGeometry(vertices, submesh, 0);
    const object = new THREE.Mesh(geometry, material);
    scene.add(object);
    return { object, submesh, materialSlot, levels: [{ start: 0, count: geometry.index?.count ?? 0, error: 0 }] };
  });
  return {
    path,
    scene,
    draws,
    nodes: [],
    animations: [],
    lights: [],
    cameras: [],
    variants: [],
    problems: [],
    setVariant() {},
    dispose() {
      scene.removeFromParent();
      for (const { object } of draws) object.geometry.dispose();
      material.dispose();
    },
  };
}
