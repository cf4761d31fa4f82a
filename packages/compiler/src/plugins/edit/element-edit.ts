// The common part of all editable elements: a name, and extras.

import type { ExtrasEdit, Target } from './extras-edit.js';

export abstract class Element {
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
