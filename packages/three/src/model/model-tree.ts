// The objects of one instance of a model: nodes, bones, draws, cameras and lights, below one group. The `.hscene`, else the NODE chunk,
// defines which node shows what; without both, every draw is separate. A baked scene only defines where nodes are, and its draws stay at
// the origin.

import { type Hscene, type HsceneNode, NO_MATERIAL, sceneExtras, withAncestors } from '@assetc/formats';
import * as THREE from 'three';
import type { DrawMaker, DrawRange, ShownDraw } from './draws.js';
import { type AnyCamera, type AnyLight, makeCamera, makeLight } from './lights-and-cameras.js';
import type { ModelAsset } from './model-asset.js';
import { UniqueNames } from './unique-names.js';

export interface ModelTree {
  readonly group: THREE.Group;
  /** By node of the scene. */
  readonly nodes: readonly THREE.Object3D[];
  /** By joint. */
  readonly bones: readonly THREE.Object3D[];
  /** By row of the scene's cameras and lights; several nodes may show one. */
  readonly cameras: readonly (readonly AnyCamera[])[];
  readonly lights: readonly (readonly AnyLight[])[];
  readonly draws: readonly ShownDraw[];
  /** Draws at the origin that belong to a node of a baked scene. */
  readonly apart: ReadonlyMap<number, THREE.Object3D>;
  readonly skeleton: THREE.Skeleton | undefined;
}

export class TreeBuilder {
  readonly #asset: ModelAsset;
  readonly #names = new UniqueNames();
  readonly #group = new THREE.Group();
  readonly #draws: DrawMaker;

  constructor(asset: ModelAsset, draws: (names: UniqueNames) => DrawMaker) {
    this.#asset = asset;
    this.#draws = draws(this.#names);
  }

  build(): ModelTree {
    const { scene, mesh } = this.#asset;
    const nodes = scene === undefined ? [] : this.#sceneNodes(scene);
    const cameras = (scene?.cameras ?? []).map((): AnyCamera[] => []);
    const lights = (scene?.lights ?? []).map((): AnyLight[] => []);
    if (scene !== undefined) this.#attach(scene, nodes, cameras, lights);
    const bones = this.#bones(nodes);
    const skeleton = this.#skeleton(bones);
    this.#draws.skeleton = skeleton;
    const apart = new Map<number, THREE.Object3D>();
    const draws =
      scene !== undefined
        ? this.#byScene(scene, nodes, apart)
        : mesh.nodes !== undefined
          ? this.#byNodes(mesh.nodes)
          : [];
    const ranges = scene?.nodes ?? mesh.nodes?.map((node) => ({ ...node, firstLine: 0, lineCount: 0 })) ?? [];
    const rest = this.#unassignedDraws(ranges);
    return { group: this.#group, nodes, bones, cameras, lights, draws: [...draws, ...rest], apart, skeleton };
  }

  #sceneNodes(scene: Hscene): readonly THREE.Object3D[] {
    const nodes = scene.nodes.map((node, i) => {
      const object = node.joint >= 0 ? new THREE.Bone() : new THREE.Object3D();
      object.name = this.#names.give(node.name, `node_${i}`);
      place(object, node);
      object.visible = node.visible;
      Object.assign(object.userData, fieldsOf(sceneExtras(scene, 'node', i)));
      return object;
    });
    for (const [i, { parent }] of scene.nodes.entries()) {
      const object = nodes[i];
      if (object !== undefined) (nodes[parent] ?? this.#group).add(object);
    }
    return nodes;
  }

  #attach(scene: Hscene, nodes: readonly THREE.Object3D[], cameras: AnyCamera[][], lights: AnyLight[][]): void {
    for (const [i, { camera, light }] of scene.nodes.entries()) {
      const lens = scene.cameras[camera];
      if (lens !== undefined) {
        const object = makeCamera(lens);
        object.name = this.#names.give(lens.name, `camera_${camera}`);
        Object.assign(object.userData, fieldsOf(sceneExtras(scene, 'camera', camera)));
        cameras[camera]?.push(object);
        nodes[i]?.add(object);
      }
      const lamp = scene.lights[light];
      if (lamp !== undefined) {
        const object = makeLight(lamp);
        object.name = this.#names.give(lamp.name, `light_${light}`);
        Object.assign(object.userData, fieldsOf(sceneExtras(scene, 'light', light)));
        lights[light]?.push(object);
        nodes[i]?.add(object);
      }
    }
  }

  /**
   * If a joint moves a node of the scene, the node is that joint's bone. Scenes that are not baked place their nodes themselves, including
   * joints.
   */
  #bones(nodes: readonly THREE.Object3D[]): readonly THREE.Object3D[] {
    const { scene, mesh } = this.#asset;
    const joints = mesh.skin?.joints ?? [];
    const ofScene = new Map<number, THREE.Object3D>();
    for (const [i, { joint }] of (scene?.nodes ?? []).entries()) {
      const [object, first] = [nodes[i], ofScene.get(joint)];
      if (joint < 0 || object === undefined) continue;
      if (first === undefined) ofScene.set(joint, object);
      else if (scene?.meshesAreBaked === true) {
        // If several nodes share a joint, the others follow the first.
        place(object, STILL);
        first.add(object);
      }
    }
    const bones = joints.map((_, j) => {
      const known = ofScene.get(j);
      if (known !== undefined) return known;
      const bone = new THREE.Bone();
      bone.name = this.#names.give(mesh.names?.joints[j] ?? '', `joint_${j}`);
      return bone;
    });
    for (const [j, { parent, bindT, bindR, bindS }] of joints.entries()) {
      const bone = bones[j];
      if (bone === undefined || (ofScene.has(j) && scene?.meshesAreBaked === false)) continue;
      place(bone, { translation: bindT, rotation: bindR, scale: bindS });
      (bones[parent] ?? this.#group).add(bone);
    }
    return bones;
  }

  #skeleton(bones: readonly THREE.Object3D[]): THREE.Skeleton | undefined {
    const joints = this.#asset.mesh.skin?.joints ?? [];
    if (joints.length === 0) return undefined;
    const inverses = joints.map(({ inverseBind }) => new THREE.Matrix4().fromArray([...inverseBind]));
    return new THREE.Skeleton(bones.filter(isBone), inverses);
  }

  #byScene(scene: Hscene, nodes: readonly THREE.Object3D[], apart: Map<number, THREE.Object3D>): readonly ShownDraw[] {
    return scene.nodes.flatMap((node, i) => {
      const object = nodes[i];
      if (node.submeshCount + node.lineCount === 0 || object === undefined) return [];
      // If nodes place meshes, only nodes with a skin in the source follow joints.
      const isSkinned = this.#asset.mesh.skin !== undefined && (scene.meshesAreBaked || node.skin >= 0);
      const extras = fieldsOf(sceneExtras(scene, 'mesh', i));
      const about = { isSkinned, extras, name: node.name };
      if (!scene.meshesAreBaked)
        return this.#draws.show(node, object, { ...about, instances: instancesOf(scene, node) });
      const own = new THREE.Object3D();
      own.name = this.#names.give(node.name, `mesh_${i}`);
      own.visible = withAncestors(scene, i).every((each) => scene.nodes[each]?.visible !== false);
      apart.set(i, own);
      this.#group.add(own);
      return this.#draws.show(node, own, about);
    });
  }

  #byNodes(list: NonNullable<ModelAsset['mesh']['nodes']>): readonly ShownDraw[] {
    const objects = list.map(({ local }, i) => {
      const object = new THREE.Object3D();
      object.name = this.#names.give('', `node_${i}`);
      setMatrix(object, new THREE.Matrix4().fromArray([...local]));
      return object;
    });
    return list.flatMap(({ parent, firstSubmesh, submeshCount }, i) => {
      const object = objects[i];
      if (object === undefined) return [];
      (objects[parent] ?? this.#group).add(object);
      const range = { firstSubmesh, submeshCount, firstLine: 0, lineCount: 0 };
      return this.#draws.show(range, object, { isSkinned: this.#asset.mesh.skin !== undefined, name: '' });
    });
  }

  /** Draws that no node shows. */
  #unassignedDraws(ranges: readonly DrawRange[]): readonly ShownDraw[] {
    const { mesh } = this.#asset;
    const submeshes = new Uint8Array(mesh.submeshes.length);
    const lines = new Uint8Array(mesh.lines?.ranges.length ?? 0);
    for (const { firstSubmesh, submeshCount, firstLine, lineCount } of ranges) {
      submeshes.fill(1, firstSubmesh, firstSubmesh + submeshCount);
      lines.fill(1, firstLine, firstLine + lineCount);
    }
    const about = { isSkinned: mesh.skin !== undefined, name: '' };
    const none = { firstSubmesh: 0, submeshCount: 0, firstLine: 0, lineCount: 0 };
    return [
      ...[...submeshes.keys()].flatMap((i) =>
        submeshes[i] === 1 ? [] : this.#draws.show({ ...none, firstSubmesh: i, submeshCount: 1 }, this.#group, about),
      ),
      ...[...lines.keys()].flatMap((i) =>
        lines[i] === 1 ? [] : this.#draws.show({ ...none, firstLine: i, lineCount: 1 }, this.#group, about),
      ),
    ];
  }
}

interface Pose {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

const STILL: Pose = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };

function place(object: THREE.Object3D, { translation, rotation, scale }: Pose): void {
  object.position.fromArray([...translation]);
  object.quaternion.fromArray([...rotation]).normalize();
  object.scale.fromArray([...scale]);
}

/** A matrix with shear cannot be decomposed: it is kept. */
function setMatrix(object: THREE.Object3D, matrix: THREE.Matrix4): void {
  matrix.decompose(object.position, object.quaternion, object.scale);
  object.updateMatrix();
  const largest = Math.max(...matrix.elements.map(Math.abs));
  const isSame = object.matrix.elements.every(
    (value, i) => Math.abs(value - (matrix.elements[i] ?? 0)) <= 1e-5 * largest,
  );
  if (isSame) return;
  object.matrixAutoUpdate = false;
  object.matrix.copy(matrix);
}

const isBone = (object: THREE.Object3D): object is THREE.Bone => object instanceof THREE.Bone;

function instancesOf({ instances }: Hscene, { firstInstance, instanceCount }: HsceneNode): Float32Array | undefined {
  return instanceCount === 0 ? undefined : instances.subarray(firstInstance * 10, (firstInstance + instanceCount) * 10);
}

const fieldsOf = (extras: unknown): object => (typeof extras === 'object' && extras !== null ? extras : {});

/** The row of a draw's material slot; beyond the last if it has none. */
export const rowOf = (slot: number): number => (slot === NO_MATERIAL ? Number.MAX_SAFE_INTEGER : slot);
