// A node, as hooks edit it.

import type { EditableLight, EditableMesh, EditableNode } from '../../model/scene/editable-scene.js';
import type { NodeModel } from '../../model/scene/scene.js';
import { checked } from './check-edit.js';
import { Element } from './element-edit.js';
import type { ExtrasEdit } from './extras-edit.js';

export interface NodeOwner {
  readonly node: (index: number) => NodeEdit | undefined;
  readonly mesh: (index: number) => EditableMesh | undefined;
  readonly light: (index: number) => EditableLight | undefined;
  readonly notes: ExtrasEdit;
  /** Throws if it must not be dropped. */
  readonly checkDrop: (index: number) => void;
}

export class NodeEdit extends Element implements EditableNode {
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
