// A scene, as hooks edit it, and the resulting scene. The original is never changed; unedited parts are reused.

import type {
  EditableClip,
  EditableLight,
  EditableMesh,
  EditableNode,
  EditableScene,
} from '../../model/scene/editable-scene.js';
import type { SceneModel } from '../../model/scene/scene.js';
import { walkNodes } from '../../model/scene/walk-nodes.js';
import { checked } from './check-edit.js';
import { ExtrasEdit } from './extras-edit.js';
import { LightEdit } from './light-edit.js';
import { MaterialEdit } from './material-edit.js';
import { MeshEdit } from './mesh-edit.js';
import { NodeEdit, type NodeOwner } from './node-edit.js';

/** `mistake`: makes the error for a wrong edit. */
export class SceneEdit implements EditableScene {
  readonly #model: SceneModel;
  readonly #notes: ExtrasEdit;
  readonly #nodes: readonly NodeEdit[];
  readonly #meshes: readonly MeshEdit[];
  readonly materials: readonly MaterialEdit[];
  readonly #lights: readonly (LightEdit | undefined)[];
  readonly clips: readonly EditableClip[];

  constructor(model: SceneModel) {
    this.#model = model;
    this.#notes = new ExtrasEdit(model.extras ?? []);
    this.materials = model.materials.map((material, i) => new MaterialEdit(material, i, this.#notes));
    this.#meshes = model.meshes.map((mesh, i) => new MeshEdit(mesh, i, this.materials, this.#notes));
    this.#lights = (model.lights ?? []).map((light, i) => light && new LightEdit(light, i, this.#notes));
    this.clips = model.animations.map(({ name }) => ({ name }));
    const owner: NodeOwner = {
      node: (index) => this.#nodes[index],
      mesh: (index) => this.#meshes[index],
      light: (index) => this.#lights[index],
      notes: this.#notes,
      checkDrop: (dropped) => this.#checkDrop(dropped),
    };
    this.#nodes = model.nodes.map((node, i) => new NodeEdit(node, i, owner));
  }

  get nodes(): readonly EditableNode[] {
    return this.#shown().flatMap((index) => this.#nodes[index] ?? []);
  }

  get meshes(): readonly EditableMesh[] {
    const shown = new Set(this.#shown().map((index) => this.#model.nodes[index]?.mesh));
    return this.#meshes.filter((_, i) => shown.has(i));
  }

  get lights(): readonly EditableLight[] {
    return this.#lights.filter((light) => light !== undefined);
  }

  get extras(): unknown {
    return this.#notes.get('scene', 0);
  }

  set extras(value: unknown) {
    this.#notes.set('scene', 0, value);
  }

  #shown(): readonly number[] {
    const kept = this.#nodes.map(({ childIndices }) => ({ children: childIndices }));
    return walkNodes(kept, this.#roots());
  }

  #roots(): readonly number[] {
    return this.#model.roots.filter((index) => this.#nodes[index]?.isDropped !== true);
  }

  /** Throws for a joint of a mesh, which could not be posed without it. */
  #checkDrop(index: number): void {
    const gone = new Set(walkNodes(this.#model.nodes, [index]));
    for (const at of this.#shown()) {
      const skin = gone.has(at) ? undefined : this.#model.nodes[at]?.skin;
      const joint = skin === undefined ? undefined : this.#model.skins[skin]?.joints.find((each) => gone.has(each));
      if (joint === undefined) continue;
      const [name, mesh] = [this.#nodes[joint]?.name, this.#nodes[at]?.name];
      throw checked.mistake(`drop: ${JSON.stringify(name)} is a joint that ${JSON.stringify(mesh)} follows`);
    }
  }

  /** The scene with all edits. */
  result(): SceneModel {
    const model = this.#model;
    const extras = this.#notes.result();
    return {
      ...model,
      roots: this.#roots(),
      nodes: this.#nodes.map((node) => node.result()),
      meshes: this.#meshes.map((mesh) => mesh.result()),
      materials: this.materials.map((material) => material.result()),
      animations: model.animations.map((clip, i) => ({
        ...clip,
        name: checked.name(this.clips[i]?.name) || clip.name,
      })),
      ...(model.lights && { lights: this.#lights.map((light) => light?.result()) }),
      ...(model.extras === undefined && extras.length === 0 ? {} : { extras }),
    };
  }
}
