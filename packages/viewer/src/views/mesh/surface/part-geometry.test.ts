import { decodeHmesh, encodeHmesh, type Hmesh, unpackVertices } from '@assetc/formats';
import * as THREE from 'three';
import { expect, it } from 'vitest';
import { sampleMesh } from '../../../../../formats/src/testing/sample-mesh.js';
import { compactMesh } from '../../../../../formats/src/testing/stored-mesh.js';
import { fullGeometry, MeshVertices } from './part-geometry.js';

/** Where a draw with this geometry shows its vertices: its object has the step and the offset of the grid. */
function shown(mesh: Hmesh): readonly number[] {
  const position = fullGeometry(new MeshVertices(mesh), 0, 0).getAttribute('position');
  const { step = 1, offset = [0, 0, 0] } = mesh.stored?.compact?.grid ?? {};
  const object = new THREE.Object3D();
  object.position.fromArray([...offset]);
  object.scale.setScalar(step);
  object.updateMatrix();
  return Array.from({ length: position.count }, (_, i) =>
    new THREE.Vector3().fromBufferAttribute(position, i).applyMatrix4(object.matrix).toArray(),
  ).flat();
}

it.each([
  ['full', sampleMesh()],
  ['compact', compactMesh()],
])('shows %s vertices at their positions', (_, model) => {
  const mesh = decodeHmesh(encodeHmesh(model));
  const { positions } = unpackVertices(mesh.vertices);
  const used = [...new Set(mesh.indices.subarray(0, mesh.submeshes[0]?.indexCount))];
  const wanted = used.flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
  for (const [i, value] of shown(mesh).entries()) expect(value).toBeCloseTo(wanted[i] ?? Number.NaN, 6);
});
