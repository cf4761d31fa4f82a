// The bindings of a module: buffers, images, samplers and arrays of them, by set and number.

import { constantValue, isStruct, nameOf, type Tables, type Variable } from './module-tables.js';
import { Decoration, Op, StorageClass } from './opcodes.js';
import { opcodeAt } from './parse-spirv.js';
import { membersOf } from './reflect-members.js';
import type { BindingKind, ReflectedBinding } from './reflection.js';
import { typeName } from './type-name.js';

export function bindingsOf(tables: Tables, variables: readonly Variable[]): ReflectedBinding[] {
  const found: ReflectedBinding[] = [];
  for (const variable of variables) {
    const binding = tables.decorations.get(`${variable.id} ${Decoration.Binding}`);
    if (binding === undefined) continue;
    let type = variable.type;
    let count = 1;
    for (let depth = 0; depth < 8; depth++) {
      const start = tables.definitions[type] ?? 0;
      const opcode = opcodeAt(tables.words, start);
      if (opcode === Op.TypeRuntimeArray) count = 0;
      else if (opcode === Op.TypeArray) count *= constantValue(tables, tables.words[start + 3] ?? 0);
      else break;
      type = tables.words[start + 2] ?? 0;
    }
    const kind = bindingKind(tables, type, variable.storage);
    const members = kind.endsWith('-buffer') && isStruct(tables, type) ? membersOf(tables, type, 0) : undefined;
    const attachment = tables.decorations.get(`${variable.id} ${Decoration.InputAttachmentIndex}`);
    const readOnly =
      tables.decorations.has(`${variable.id} ${Decoration.NonWritable}`) ||
      tables.decorations.has(`${type}.0 ${Decoration.NonWritable}`);
    found.push({
      set: tables.decorations.get(`${variable.id} ${Decoration.DescriptorSet}`) ?? 0,
      binding,
      name: nameOf(tables, variable),
      kind,
      type: typeName(tables, type),
      count,
      ...(kind.startsWith('storage') && { readOnly }),
      ...(attachment !== undefined && { attachment }),
      ...(members !== undefined && { members }),
    });
  }
  return found.sort((a, b) => a.set - b.set || a.binding - b.binding || (a.name < b.name ? -1 : 1));
}

function bindingKind(tables: Tables, type: number, storage: number): BindingKind {
  const start = tables.definitions[type] ?? 0;
  const image = (at: number): BindingKind => {
    const dimension = tables.words[at + 3];
    const sampled = tables.words[at + 7];
    if (dimension === 6) return 'input-attachment';
    if (dimension === 5) return sampled === 2 ? 'storage-texel-buffer' : 'uniform-texel-buffer';
    return sampled === 2 ? 'storage-image' : 'sampled-image';
  };
  switch (opcodeAt(tables.words, start)) {
    case Op.TypeSampler:
      return 'sampler';
    case Op.TypeImage:
      return image(start);
    case Op.TypeSampledImage:
      return 'combined-image-sampler';
    case Op.TypeAccelerationStructure:
      return 'acceleration-structure';
    default:
      return storage === StorageClass.StorageBuffer || tables.decorations.has(`${type} ${Decoration.BufferBlock}`)
        ? 'storage-buffer'
        : 'uniform-buffer';
  }
}
