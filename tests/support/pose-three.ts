// The vertices of a glTF at a time of a clip, by three.js.

import { type Document, NodeIO } from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import { AnimationMixer, type InstancedMesh, LoopOnce, Matrix4, type Mesh, type SkinnedMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

/** Without materials, whose images the loader would load through a page, and with decompressed buffers. */
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
    if ('isSkinnedMesh' in object) (object as SkinnedMesh).skeleton.update();
    if ('isMesh' in object) collect(object as Mesh, out);
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
  if (!('isInstancedMesh' in mesh)) return [mesh.matrixWorld];
  const instanced = mesh as unknown as InstancedMesh;
  return Array.from({ length: instanced.count }, (_, i) => {
    const matrix = new Matrix4();
    instanced.getMatrixAt(i, matrix);
    return matrix.premultiply(mesh.matrixWorld);
  });
}
