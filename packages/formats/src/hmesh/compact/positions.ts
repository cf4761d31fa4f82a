// The positions of a mesh in any form, for checks.

import { typedSection } from '../../core/typed-section.js';
import { GpuVertex } from '../layout.js';
import type { Hmesh } from '../model.js';
import { CompactPosition, CompactVertex } from './compact-layout.js';

/** Three floats per vertex, `stride` floats apart. */
export interface Positions {
  readonly floats: Float32Array;
  readonly stride: number;
}

export function positionsOf(mesh: Pick<Hmesh, 'stored' | 'vertices'>): Positions {
  const { stored } = mesh;
  if (stored === undefined) return { floats: floatsOf(mesh.vertices), stride: GpuVertex.size / 4 };
  const [first, second] = stored.streams;
  if (stored.compact === undefined) return { floats: floatsOf(first), stride: 3 };
  const { step, offset } = stored.compact.grid;
  const size = (second ? CompactPosition.size : CompactVertex.size) / 2;
  const count = Math.floor(first.length / 2 / size);
  const integers = typedSection(Int16Array, first, 0, count * size);
  const floats = new Float32Array(count * 3);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++)
      floats[i * 3 + axis] = (integers[i * size + axis] ?? 0) * step + (offset[axis] ?? 0);
  return { floats, stride: 3 };
}

const floatsOf = (bytes: Uint8Array): Float32Array =>
  typedSection(Float32Array, bytes, 0, Math.floor(bytes.length / 4));
