import { expect, it } from 'vitest';
import { triangle } from '../testing/models.js';
import { rowLayout } from '../vertices/vertex-rows.js';
import type { Binding } from './bind-primitive.js';
import { PreparedPrimitives } from './prepared-primitives.js';

const layout = rowLayout({ skin: true, color: false });
const one = triangle();
const none: Binding = { is: 'none' };

it('prepares a primitive once for all of its submeshes', async () => {
  const planned = { primitive: one, binding: none };
  const primitives = new PreparedPrimitives([planned, planned], layout);
  const first = await primitives.take(planned);
  expect(await primitives.take(planned)).toBe(first);
});

it('releases it after its last use', async () => {
  const planned = { primitive: one, binding: none };
  const primitives = new PreparedPrimitives([planned, planned], layout);
  const first = await primitives.take(planned);
  await primitives.take(planned);
  expect(await primitives.take(planned)).not.toBe(first);
});

it('distinguishes primitives, and skinned from rigid ones', async () => {
  const other = { primitive: triangle(), binding: none };
  const still = { primitive: one, binding: none };
  const soft = { primitive: one, binding: { is: 'skinned', jointMap: Uint16Array.of(0) } as const };
  const primitives = new PreparedPrimitives([still, other, soft, still], layout);
  const first = await primitives.take(still);
  expect(await primitives.take(other)).not.toBe(first);
  expect(await primitives.take(soft)).not.toBe(first);
});
