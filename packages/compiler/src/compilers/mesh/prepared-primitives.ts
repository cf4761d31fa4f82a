// Prepares each primitive once, however many submeshes use it, and lets go of it after its last use.

import type { PrimitiveModel } from '../../model/scene.js';
import type { PlannedSubmesh } from './plan-submeshes.js';
import { type Prepared, type PrepareOptions, preparePrimitive } from './prepare-primitive.js';
import type { RowLayout } from './vertex-rows.js';

type Planned = Pick<PlannedSubmesh, 'primitive' | 'binding'>;

export class PreparedPrimitives {
  readonly #layout: RowLayout;
  readonly #options: Omit<PrepareOptions, 'skin'>;
  readonly #uses = new Map<PrimitiveModel, number>();
  readonly #kept = new Map<PrimitiveModel, { readonly skin: boolean; readonly prepared: Prepared }>();

  constructor(planned: readonly Planned[], layout: RowLayout, options: Omit<PrepareOptions, 'skin'> = {}) {
    this.#layout = layout;
    this.#options = options;
    for (const { primitive } of planned) this.#uses.set(primitive, (this.#uses.get(primitive) ?? 0) + 1);
  }

  /** To be called once for each planned submesh, in any order. Shared: do not write to it. */
  async take({ primitive, binding }: Planned): Promise<Prepared> {
    const skin = binding.is === 'skinned';
    const kept = this.#kept.get(primitive);
    const left = (this.#uses.get(primitive) ?? 1) - 1;
    this.#uses.set(primitive, left);
    if (left === 0) this.#kept.delete(primitive);
    if (kept !== undefined && kept.skin === skin) return kept.prepared;
    const prepared = await preparePrimitive(primitive, this.#layout, { ...this.#options, skin });
    if (left > 0) this.#kept.set(primitive, { skin, prepared });
    return prepared;
  }
}
