// A scene in the hands of hooks, and the scene that it has become. The model itself is never changed: what was not touched is taken over as it is.

import type {
  EditableClip,
  EditableLight,
  EditableMaterial,
  EditableMesh,
  EditableNode,
  EditablePrimitive,
  EditableScene,
} from '../model/editable-scene.js';
import type { MaterialModel, MaterialSlot } from '../model/material.js';
import type { ExtrasModel, LightModel, MeshModel, NodeModel, PrimitiveModel, SceneModel } from '../model/scene.js';
import { walkNodes } from '../model/walk-nodes.js';
import { checked } from './check-edit.js';

type Target = ExtrasModel['target'];

/** `mistake`: how a hook is told what it did wrong. */
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

  /** A mesh without one of its joints could not be posed. */
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

  /** What the hooks have made of it. */
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

interface NodeOwner {
  readonly node: (index: number) => NodeEdit | undefined;
  readonly mesh: (index: number) => MeshEdit | undefined;
  readonly light: (index: number) => LightEdit | undefined;
  readonly notes: ExtrasEdit;
  /** Throws where it may not go. */
  readonly checkDrop: (index: number) => void;
}

/** Extras by element, read when they are asked for. */
class ExtrasEdit {
  readonly #texts: Map<string, ExtrasModel>;
  readonly #values = new Map<string, { readonly target: Target; readonly index: number; value: unknown }>();

  constructor(extras: readonly ExtrasModel[]) {
    this.#texts = new Map(extras.map((each) => [`${each.target} ${each.index}`, each]));
  }

  get(target: Target, index: number): unknown {
    const key = `${target} ${index}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known.value;
    const text = this.#texts.get(key)?.text;
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    this.#values.set(key, { target, index, value });
    return value;
  }

  set(target: Target, index: number, value: unknown): void {
    this.#values.set(`${target} ${index}`, { target, index, value });
  }

  result(): readonly ExtrasModel[] {
    const all = new Map(this.#texts);
    for (const [key, { target, index, value }] of this.#values) {
      const text = value === undefined ? undefined : checked.json(value);
      const before = this.#texts.get(key)?.text;
      if (text === undefined) all.delete(key);
      // What only was looked at keeps the text that the source has.
      else if (before === undefined || JSON.stringify(JSON.parse(before)) !== text)
        all.set(key, { target, index, text });
    }
    return [...all.values()];
  }
}

abstract class Element {
  readonly #target: Target;
  readonly #index: number;
  readonly #notes: ExtrasEdit;
  name: string;

  constructor(target: Target, index: number, notes: ExtrasEdit, name: string) {
    this.#target = target;
    this.#index = index;
    this.#notes = notes;
    this.name = name;
  }

  get extras(): unknown {
    return this.#notes.get(this.#target, this.#index);
  }

  set extras(value: unknown) {
    this.#notes.set(this.#target, this.#index, value);
  }
}

class NodeEdit extends Element implements EditableNode {
  readonly #model: NodeModel;
  readonly #index: number;
  readonly #owner: NodeOwner;
  isDropped = false;
  visible: boolean;
  matrix: readonly number[];
  readonly #given: readonly number[];

  constructor(model: NodeModel, index: number, owner: NodeOwner) {
    super('node', index, owner.notes, model.name);
    this.#model = model;
    this.#index = index;
    this.#owner = owner;
    this.visible = model.visible !== false;
    this.#given = Array.from(model.local);
    this.matrix = this.#given;
  }

  get childIndices(): readonly number[] {
    return this.#model.children.filter((child) => this.#owner.node(child)?.isDropped !== true);
  }

  get parent(): EditableNode | undefined {
    return this.#model.parent === undefined ? undefined : this.#owner.node(this.#model.parent);
  }

  get children(): readonly EditableNode[] {
    return this.childIndices.flatMap((child) => this.#owner.node(child) ?? []);
  }

  get mesh(): EditableMesh | undefined {
    return this.#model.mesh === undefined ? undefined : this.#owner.mesh(this.#model.mesh);
  }

  get light(): EditableLight | undefined {
    return this.#model.light === undefined ? undefined : this.#owner.light(this.#model.light);
  }

  drop(): void {
    this.#owner.checkDrop(this.#index);
    this.isDropped = true;
  }

  result(): NodeModel {
    const { visible: _, ...kept } = this.#model;
    const node = { ...kept, name: checked.name(this.name), children: this.childIndices };
    const shown = checked.boolean('visible', this.visible) ? node : { ...node, visible: false };
    if (this.matrix === this.#given) return shown;
    const { rest: __, ...placed } = shown;
    return { ...placed, local: Float64Array.from(checked.numbers('matrix', this.matrix, 16)) };
  }
}

class MeshEdit extends Element implements EditableMesh {
  readonly #model: MeshModel;
  readonly primitives: readonly PrimitiveEdit[];

  constructor(model: MeshModel, index: number, materials: readonly MaterialEdit[], notes: ExtrasEdit) {
    super('mesh', index, notes, model.name);
    this.#model = model;
    this.primitives = model.primitives.map((primitive) => new PrimitiveEdit(primitive, materials));
  }

  result(): MeshModel {
    const primitives = this.primitives.map((primitive) => primitive.result());
    return { ...this.#model, name: checked.name(this.name), primitives };
  }
}

const ARRAYS = ['positions', 'normals', 'tangents', 'uvs', 'colors'] as const;

class PrimitiveEdit implements EditablePrimitive {
  readonly #model: PrimitiveModel;
  readonly #materials: readonly MaterialEdit[];
  /** Copied when they are asked for: primitives of a file may share theirs. */
  readonly #copies = new Map<(typeof ARRAYS)[number], Float32Array>();

  constructor(model: PrimitiveModel, materials: readonly MaterialEdit[]) {
    this.#model = model;
    this.#materials = materials;
  }

  #copy(name: (typeof ARRAYS)[number]): Float32Array | undefined {
    const given = this.#model[name];
    if (given === undefined) return undefined;
    const copy = this.#copies.get(name) ?? Float32Array.from(given);
    this.#copies.set(name, copy);
    return copy;
  }

  get vertexCount(): number {
    return this.#model.positions.length / 3;
  }

  get indices(): Readonly<Uint32Array> {
    return this.#model.indices.slice();
  }

  get material(): EditableMaterial | undefined {
    return this.#model.material === undefined ? undefined : this.#materials[this.#model.material];
  }

  get positions(): Float32Array {
    return this.#copy('positions') ?? new Float32Array(0);
  }

  get normals(): Float32Array | undefined {
    return this.#copy('normals');
  }

  get tangents(): Float32Array | undefined {
    return this.#copy('tangents');
  }

  get uvs(): Float32Array | undefined {
    return this.#copy('uvs');
  }

  get colors(): Float32Array | undefined {
    return this.#copy('colors');
  }

  result(): PrimitiveModel {
    const changed = [...this.#copies].map(([name, copy]) => [name, checked.finite(name, copy)] as const);
    return { ...this.#model, ...Object.fromEntries(changed) };
  }
}

class MaterialEdit extends Element implements EditableMaterial {
  readonly #model: MaterialModel;
  readonly #dropped = new Set<MaterialSlot>();
  baseColorFactor: MaterialModel['baseColorFactor'];
  emissiveFactor: MaterialModel['emissiveFactor'];
  metallicFactor: number;
  roughnessFactor: number;
  normalScale: number;
  occlusionStrength: number;
  alphaCutoff: number;
  alphaMode: MaterialModel['alphaMode'];
  doubleSided: boolean;

  constructor(model: MaterialModel, index: number, notes: ExtrasEdit) {
    super('material', index, notes, model.name);
    this.#model = model;
    // Copies: tuples that a hook changes in place are its own.
    this.baseColorFactor = [...model.baseColorFactor];
    this.emissiveFactor = [...model.emissiveFactor];
    this.metallicFactor = model.metallicFactor;
    this.roughnessFactor = model.roughnessFactor;
    this.normalScale = model.normalScale;
    this.occlusionStrength = model.occlusionStrength;
    this.alphaCutoff = model.alphaCutoff;
    this.alphaMode = model.alphaMode;
    this.doubleSided = model.doubleSided;
  }

  get textures(): readonly MaterialSlot[] {
    const all = Object.entries(this.#model.textures).filter(([, use]) => use !== undefined);
    return all.map(([slot]) => slot as MaterialSlot).filter((slot) => !this.#dropped.has(slot));
  }

  dropTexture(slot: MaterialSlot): void {
    this.#dropped.add(slot);
  }

  result(): MaterialModel {
    const { emission, ...kept } = this.#model;
    const emissive = checked.triple('emissiveFactor', this.emissiveFactor);
    const isSameGlow = emissive.every((part, i) => part === this.#model.emissiveFactor[i]);
    const textures = Object.entries(this.#model.textures).filter(([slot]) => !this.#dropped.has(slot as MaterialSlot));
    return {
      ...kept,
      ...(emission !== undefined && isSameGlow ? { emission } : {}),
      name: checked.name(this.name),
      baseColorFactor: checked.quadruple('baseColorFactor', this.baseColorFactor),
      emissiveFactor: emissive,
      metallicFactor: checked.number('metallicFactor', this.metallicFactor),
      roughnessFactor: checked.number('roughnessFactor', this.roughnessFactor),
      normalScale: checked.number('normalScale', this.normalScale),
      occlusionStrength: checked.number('occlusionStrength', this.occlusionStrength),
      alphaCutoff: checked.number('alphaCutoff', this.alphaCutoff),
      alphaMode: checked.choice('alphaMode', this.alphaMode, ['opaque', 'mask', 'blend']),
      doubleSided: checked.boolean('doubleSided', this.doubleSided),
      textures: Object.fromEntries(textures),
    };
  }
}

class LightEdit extends Element implements EditableLight {
  readonly #model: LightModel;
  readonly is: LightModel['is'];
  color: LightModel['color'];
  intensity: number;

  constructor(model: LightModel, index: number, notes: ExtrasEdit) {
    super('light', index, notes, model.name);
    this.#model = model;
    this.is = model.is;
    this.color = [...model.color];
    this.intensity = model.intensity;
  }

  result(): LightModel {
    const color = checked.triple('color', this.color);
    const intensity = checked.number('intensity', this.intensity);
    return { ...this.#model, name: checked.name(this.name), color, intensity };
  }
}
