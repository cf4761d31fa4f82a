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

/** Three numbers per corner of each visible triangle. */
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
    for (let i = 0; i < count; i++) {
      const point = mesh.getVertexPosition(index?.getX(i) ?? i, new Vector3()).applyMatrix4(world);
      out.push(point.x, point.y, point.z);
    }
}

function worldsOf(mesh: Mesh): readonly Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) return [mesh.matrixWorld];
  return Array.from({ length: mesh.count }, (_, i) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(i, matrix);
    return matrix.premultiply(mesh.matrixWorld);
  });
}
