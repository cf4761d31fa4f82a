// The vertices of a glTF at a point in time of a clip, computed by three.js.

import { type Document, NodeIO } from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import { AnimationMixer, InstancedMesh, LoopOnce, Matrix4, Mesh, SkinnedMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

/** Loads a glTF without materials (the loader needs a web page for images) and with decompressed buffers. */
export async function loadBare(document: Document): Promise<GLTF> {
  const root = document.getRoot();
  for (const list of [root.listMaterials(), root.listTextures(), root.listCameras()])
    for (const item of list) item.dispose();
  for (const extension of root.listExtensionsUsed())
    if (extension.extensionName !== 'EXT_mesh_gpu_instancing') extension.dispose();
  const [buffer, ...others] = root.listBuffers();
  for (const accessor of root.listAccessors()) accessor.setBuffer(buffer ?? null);
  for (const other of others) other.dispose();
  // The names that the compiler gives to unnamed clips.
  for (const [i, animation] of root.listAnimations().entries()) animation.setName(animation.getName() || `anim_${i}`);
  const bytes = await new NodeIO().registerExtensions([EXTMeshGPUInstancing]).writeBinary(document);
  return new GLTFLoader().parseAsync(bytes.slice().buffer, '');
}

/** Three numbers per corner of each visible triangle. Corners are in counterclockwise order as seen from its front: reversed if its pose mirrors it. */
export function cornersInThree(gltf: GLTF, clip: string | undefined, time: number): Float64Array {
  const mixer = new AnimationMixer(gltf.scene);
  const animation = gltf.animations.find(({ name }) => name === clip);
  if (animation !== undefined) {
    const action = mixer.clipAction(animation).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  gltf.scene.updateMatrixWorld(true);
  const out: number[] = [];
  gltf.scene.traverse((object) => {
    if (object instanceof SkinnedMesh) object.skeleton.update();
    if (object instanceof Mesh) collect(object, out);
  });
  mixer.stopAllAction();
  return Float64Array.from(out);
}

function collect(mesh: Mesh, out: number[]): void {
  const { index } = mesh.geometry;
  const count = index?.count ?? mesh.geometry.getAttribute('position').count;
  for (const world of worldsOf(mesh))
    for (let i = 0; i + 2 < count; i += 3) {
      const [a = 0, b = 0, c = 0] = [i, i + 1, i + 2].map((corner) => index?.getX(corner) ?? corner);
      const pose = (vertex: number, point: Vector3) => {
        if (mesh instanceof SkinnedMesh) mesh.applyBoneTransform(vertex, point);
        return point.applyMatrix4(world);
      };
      const [first, second, third] = [a, b, c].map((vertex) => pose(vertex, pointOf(mesh, vertex)));
      if (first === undefined || second === undefined || third === undefined) continue;
      // A point in front of the triangle: is it still there?
      const front = pose(a, normalOf(pointOf(mesh, a), pointOf(mesh, b), pointOf(mesh, c)).add(pointOf(mesh, a)));
      const isMirrored = normalOf(first, second, third).dot(front.sub(first)) < 0;
      for (const { x, y, z } of isMirrored ? [first, third, second] : [first, second, third]) out.push(x, y, z);
    }
}

/** With morph targets, without a skin. */
const pointOf = (mesh: Mesh, vertex: number): Vector3 =>
  Mesh.prototype.getVertexPosition.call(mesh, vertex, new Vector3());

/** About as long as the edges. */
function normalOf(a: Vector3, b: Vector3, c: Vector3): Vector3 {
  const normal = b.clone().sub(a).cross(c.clone().sub(a));
  const length = normal.length();
  return length > 0 ? normal.divideScalar(Math.sqrt(length)) : normal;
}

function worldsOf(mesh: Mesh): readonly Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) return [mesh.matrixWorld];
  return Array.from({ length: mesh.count }, (_, i) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(i, matrix);
    return matrix.premultiply(mesh.matrixWorld);
  });
}
