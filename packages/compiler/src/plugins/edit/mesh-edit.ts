// A mesh and its primitives, as hooks edit them.

import type { EditableMaterial, EditableMesh, EditablePrimitive } from '../../model/scene/editable-scene.js';
import type { MeshModel, PrimitiveModel } from '../../model/scene/scene.js';
import { checked } from './check-edit.js';
import { Element } from './element-edit.js';
import type { ExtrasEdit } from './extras-edit.js';

export class MeshEdit extends Element implements EditableMesh {
  readonly #model: MeshModel;
  readonly primitives: readonly PrimitiveEdit[];

  constructor(model: MeshModel, index: number, materials: readonly EditableMaterial[], notes: ExtrasEdit) {
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
  readonly #materials: readonly EditableMaterial[];
  /** Copied on first access, because primitives of a file may share arrays. */
  readonly #copies = new Map<(typeof ARRAYS)[number], Float32Array>();

  constructor(model: PrimitiveModel, materials: readonly EditableMaterial[]) {
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
