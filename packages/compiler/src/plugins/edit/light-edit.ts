// A light, as hooks edit it.

import type { EditableLight } from '../../model/scene/editable-scene.js';
import type { LightModel } from '../../model/scene/scene.js';
import { checked } from './check-edit.js';
import { Element } from './element-edit.js';
import type { ExtrasEdit } from './extras-edit.js';

export class LightEdit extends Element implements EditableLight {
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
