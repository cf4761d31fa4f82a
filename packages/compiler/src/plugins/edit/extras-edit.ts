// The extras of a scene's elements, as hooks edit them.

import type { ExtrasModel } from '../../model/scene/scene.js';
import { checked } from './check-edit.js';

export type Target = ExtrasModel['target'];

/** Extras are parsed when first read. */
export class ExtrasEdit {
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
      // Extras that were only read keep the text of the source.
      else if (before === undefined || JSON.stringify(JSON.parse(before)) !== text)
        all.set(key, { target, index, text });
    }
    return [...all.values()];
  }
}
