// Merges a texture and a sampler that were split for a compiler without combined ones: the texture's variable becomes a combined image
// sampler, the sampler's goes, and where the two were joined the combined one is loaded.

import { Decoration, Op, StorageClass } from './opcodes.js';
import { literalWords, opcodeAt, parseSpirv, type SpirvModule, spirvBytes, wordCountAt } from './parse-spirv.js';

interface Slot {
  readonly set: number;
  readonly binding: number;
}

/** Where the combined sampler belongs, its name, and where its sampler lies meanwhile; its texture lies in the final place. */
export interface SamplerPair extends Slot {
  readonly name: string;
  readonly scratch: Slot;
}

export function combineSamplers(bytes: Uint8Array, pairs: readonly SamplerPair[]): Uint8Array {
  if (pairs.length === 0) return bytes;
  const module = parseSpirv(bytes);
  const plan = planMerge(module, pairs);
  return plan.textures.size === 0 && plan.samplers.size === 0 ? bytes : spirvBytes(rewrite(module, plan));
}

interface Texture {
  readonly name: string;
  readonly imageType: number;
  /** OpTypeSampledImage of the image type, and the pointer to it. */
  readonly sampledType: number;
  readonly pointerType: number;
}

interface Plan {
  /** By the variable's id. */
  readonly textures: ReadonlyMap<number, Texture>;
  readonly samplers: ReadonlySet<number>;
  /** Sampled-image types by their image type: declared anew right after it, wherever they stood. */
  readonly sampledTypes: ReadonlyMap<number, number>;
  readonly firstFreeId: number;
}

function planMerge({ words, starts, bound }: SpirvModule, pairs: readonly SamplerPair[]): Plan {
  const slots = new Map<number, { set?: number; binding?: number }>();
  const pointees = new Map<number, number>();
  const sampledTypes = new Map<number, number>();
  const variables = new Map<number, number>();
  for (const start of starts) {
    const [, a = 0, b = 0, c = 0] = words.subarray(start, start + wordCountAt(words, start));
    const opcode = opcodeAt(words, start);
    if (opcode === Op.Decorate && b === Decoration.DescriptorSet) slots.set(a, { ...slots.get(a), set: c });
    else if (opcode === Op.Decorate && b === Decoration.Binding) slots.set(a, { ...slots.get(a), binding: c });
    else if (opcode === Op.TypePointer) pointees.set(a, c);
    else if (opcode === Op.TypeSampledImage) sampledTypes.set(b, a);
    else if (opcode === Op.Variable && c === StorageClass.UniformConstant) variables.set(b, pointees.get(a) ?? 0);
  }
  let nextId = bound;
  const textures = new Map<number, Texture>();
  const samplers = new Set<number>();
  const at = (id: number, slot: Slot): boolean =>
    slots.get(id)?.set === slot.set && slots.get(id)?.binding === slot.binding;
  const sampledOnes = new Map<number, number>();
  const pointers = new Map<number, number>();
  for (const pair of pairs) {
    for (const [id, imageType] of variables) {
      if (at(id, pair.scratch)) samplers.add(id);
      if (!at(id, pair)) continue;
      const sampledType = sampledOnes.get(imageType) ?? sampledTypes.get(imageType) ?? nextId++;
      sampledOnes.set(imageType, sampledType);
      const pointerType = pointers.get(imageType) ?? nextId++;
      pointers.set(imageType, pointerType);
      textures.set(id, { name: pair.name, imageType, sampledType, pointerType });
    }
  }
  return { textures, samplers, sampledTypes: sampledOnes, firstFreeId: nextId };
}

function rewrite({ words, starts }: SpirvModule, plan: Plan): Uint32Array {
  const out: number[] = [...words.subarray(0, 5)];
  let nextId = plan.firstFreeId;
  const emit = (opcode: number, ...operands: readonly number[]): void => {
    out.push(((operands.length + 1) << 16) | opcode, ...operands);
  };
  /** Loaded textures by the id of the load; loads of samplers. */
  const loadedTextures = new Map<number, number>();
  const loadedSamplers = new Set<number>();
  const declaredPointers = new Set<number>();
  const moved = new Set(plan.sampledTypes.values());
  for (const start of starts) {
    const end = start + wordCountAt(words, start);
    const [, a = 0, b = 0, c = 0, d = 0] = words.subarray(start, end);
    const texture = plan.textures.get(opcodeAt(words, start) === Op.Load ? c : b);
    switch (opcodeAt(words, start)) {
      case Op.Name:
        if (plan.samplers.has(a)) continue;
        if (plan.textures.has(a)) {
          emit(Op.Name, a, ...literalWords(plan.textures.get(a)?.name ?? ''));
          continue;
        }
        break;
      case Op.Decorate:
        if (plan.samplers.has(a)) continue;
        break;
      case Op.TypeSampledImage:
        if (moved.has(a)) continue;
        break;
      case Op.TypeImage: {
        out.push(...words.subarray(start, end));
        const sampled = plan.sampledTypes.get(a);
        if (sampled !== undefined) emit(Op.TypeSampledImage, sampled, a);
        continue;
      }
      case Op.Variable:
        if (plan.samplers.has(b)) continue;
        if (texture !== undefined) {
          if (!declaredPointers.has(texture.pointerType))
            emit(Op.TypePointer, texture.pointerType, StorageClass.UniformConstant, texture.sampledType);
          declaredPointers.add(texture.pointerType);
          emit(Op.Variable, texture.pointerType, b, StorageClass.UniformConstant);
          continue;
        }
        break;
      case Op.Load:
        if (plan.samplers.has(c)) {
          loadedSamplers.add(b);
          continue;
        }
        if (texture !== undefined) {
          // Fetches and queries want the image; sampling takes the combined one that it came from.
          const combined = nextId++;
          emit(Op.Load, texture.sampledType, combined, c);
          emit(Op.Image, texture.imageType, b, combined);
          loadedTextures.set(b, c);
          continue;
        }
        break;
      case Op.SampledImage: {
        const variable = loadedTextures.get(c);
        if (variable !== undefined && loadedSamplers.has(d)) {
          emit(Op.Load, a, b, variable);
          continue;
        }
        break;
      }
    }
    out.push(...words.subarray(start, end));
  }
  out[3] = nextId;
  return Uint32Array.from(out);
}
