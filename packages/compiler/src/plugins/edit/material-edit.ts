// A material, as hooks edit it.

import type { EditableMaterial } from '../../model/scene/editable-scene.js';
import { MATERIAL_SLOTS, type MaterialModel, type MaterialSlot } from '../../model/scene/material.js';
import { checked } from './check-edit.js';
import { Element } from './element-edit.js';
import type { ExtrasEdit } from './extras-edit.js';

export class MaterialEdit extends Element implements EditableMaterial {
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
    // Copied, because a hook may change tuples in place.
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
    return MATERIAL_SLOTS.filter((slot) => this.#model.textures[slot] !== undefined && !this.#dropped.has(slot));
  }

  dropTexture(slot: MaterialSlot): void {
    this.#dropped.add(slot);
  }

  result(): MaterialModel {
    const { emission, ...kept } = this.#model;
    const emissive = checked.triple('emissiveFactor', this.emissiveFactor);
    const isSameGlow = emissive.every((part, i) => part === this.#model.emissiveFactor[i]);
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
      textures: Object.fromEntries(this.textures.map((slot) => [slot, this.#model.textures[slot]])),
    };
  }
}
