// The sizes of structs, which SPIR-V states only where they are elements of arrays.

import type { ReflectedMember } from '../reflection.js';
import { layOutBlock, membersKey, type PaddedSizes } from './block-layout.js';
import { splitArray } from './shader-type.js';

const UNIFORM_BYTES = 16;

/** What is laid out of a module. A `Reflection` has it. */
export interface ModuleBlocks {
  readonly bindings: readonly {
    /** `uniform-buffer`, … */
    readonly kind: string;
    readonly type: string;
    readonly members?: readonly ReflectedMember[];
  }[];
  readonly pushConstants: { readonly members: readonly ReflectedMember[] } | null;
}

/** The struct of a buffer. */
interface Block {
  readonly type: string;
  readonly members: readonly ReflectedMember[];
}

/** Compilers put the struct of a buffer into one without a name. */
export function unwrapped(type: string, members: readonly ReflectedMember[]): Block {
  const [only, ...others] = members;
  const isWrapper = only?.name === 'member0' && only.members !== undefined && only.offset === 0 && others.length === 0;
  return isWrapper && splitArray(only.type).dimensions.length === 0
    ? { type: only.type, members: only.members }
    : { type, members };
}

/** Every rule of layout rounds the size of a uniform buffer up to 16 bytes, and WebGPU and GL want a buffer of that size. */
export const uniformSize = ({ type, members }: Block, padded: PaddedSizes): number =>
  Math.ceil(layOutBlock(type, members, { padded }).sizeBytes / UNIFORM_BYTES) * UNIFORM_BYTES;

/** Sizes as elements of arrays, otherwise as uniform buffers. If a struct has several strides, none is its size elsewhere. */
export function paddedSizes(modules: readonly ModuleBlocks[]): PaddedSizes {
  const strides = arrayStrides(modules);
  const single = new Map(
    [...strides].flatMap(([key, sizes]) => (sizes.size === 1 ? [...sizes].map((size) => [key, size] as const) : [])),
  );
  const uniforms = new Map<string, number>();
  for (const { bindings } of modules)
    for (const { kind, type, members } of bindings) {
      if (kind !== 'uniform-buffer' || members === undefined) continue;
      const block = unwrapped(type, members);
      const key = membersKey(block.members);
      if (!strides.has(key)) uniforms.set(key, uniformSize(block, single));
    }
  return new Map([...single, ...uniforms]);
}

/** By the members of structs that are elements of arrays. */
function arrayStrides(modules: readonly ModuleBlocks[]): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  const visit = ({ members = [], type, arrayStride }: ReflectedMember): void => {
    const { dimensions } = splitArray(type);
    if (members.length > 0 && arrayStride !== undefined && dimensions.length === 1) {
      const key = membersKey(members);
      found.set(key, (found.get(key) ?? new Set()).add(arrayStride));
    }
    for (const member of members) visit(member);
  };
  for (const { bindings, pushConstants } of modules)
    for (const { members = [] } of [...bindings, pushConstants ?? { members: [] }])
      for (const one of members) visit(one);
  return found;
}
