// Prepares each primitive once for all submeshes that use it, and releases it after its last use.

import type { PrimitiveModel } from '../../../model/scene/scene.js';
import type { RowLayout } from '../vertices/vertex-rows.js';
import type { PlannedSubmesh } from './plan-submeshes.js';
import { type PreparedPrimitive, type PrepareOptions, preparePrimitive } from './prepare-primitive.js';

type Planned = Pick<PlannedSubmesh, 'primitive' | 'binding'>;

export class PreparedPrimitives {
  readonly #layout: RowLayout;
  readonly #options: Omit<PrepareOptions, 'skin'>;
  readonly #uses = new Map<PrimitiveModel, number>();
  readonly #cache = new Map<PrimitiveModel, { readonly skin: boolean; readonly prepared: PreparedPrimitive }>();

  constructor(planned: readonly Planned[], layout: RowLayout, options: Omit<PrepareOptions, 'skin'> = {}) {
    this.#layout = layout;
    this.#options = options;
    for (const { primitive } of planned) this.#uses.set(primitive, (this.#uses.get(primitive) ?? 0) + 1);
  }

  /** Call once per planned submesh, in any order. The result is shared: do not modify it. */
  async take({ primitive, binding }: Planned): Promise<PreparedPrimitive> {
    const skin = binding.is === 'skinned';
    const cached = this.#cache.get(primitive);
    const remainingUses = (this.#uses.get(primitive) ?? 1) - 1;
    this.#uses.set(primitive, remainingUses);
    if (remainingUses === 0) this.#cache.delete(primitive);
    if (cached !== undefined && cached.skin === skin) return cached.prepared;
    const prepared = await preparePrimitive(primitive, this.#layout, { ...this.#options, skin });
    if (remainingUses > 0) this.#cache.set(primitive, { skin, prepared });
    return prepared;
  }
}
