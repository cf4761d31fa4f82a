// Bounding boxes of draws, and of all together.

import type { AssetcDraw } from '@assetc/three';
import * as THREE from 'three';

const PART = 0x7ea6ff;
const WHOLE = 0xf0b455;

export function boundsOf(draws: readonly AssetcDraw[]): readonly THREE.Object3D[] {
  const whole = new THREE.Box3();
  const boxes = draws.map(({ object }) => {
    const { geometry } = object;
    if (geometry.boundingBox === null) geometry.computeBoundingBox();
    // The geometry of a skin may be in steps of a grid; its object has a box in units of the mesh.
    const own = object instanceof THREE.SkinnedMesh ? object.boundingBox : geometry.boundingBox;
    const box = new THREE.Box3().copy(own ?? geometry.boundingBox ?? new THREE.Box3());
    whole.union(box.clone().applyMatrix4(object.matrixWorld));
    const lines = edges(box, PART);
    lines.matrixAutoUpdate = false;
    lines.matrix.multiplyMatrices(object.matrixWorld, lines.matrix);
    return lines;
  });
  return [...(draws.length > 1 ? boxes : []), edges(whole, WHOLE)];
}

function edges(box: THREE.Box3, color: number): THREE.LineSegments {
  const size = box.getSize(new THREE.Vector3());
  const solid = new THREE.BoxGeometry(size.x, size.y, size.z);
  const lines = new THREE.LineSegments(
    new THREE.EdgesGeometry(solid),
    new THREE.LineBasicMaterial({ color, toneMapped: false, transparent: true, opacity: 0.85 }),
  );
  solid.dispose();
  box.getCenter(lines.position);
  lines.updateMatrix();
  return lines;
}
