import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { Decoration, Op } from './opcodes.js';
import { reflectSpirv } from './reflect-spirv.js';

const [MAIN, STRUCT, POINTER, VARIABLE] = [1, 2, 3, 4];
const [UNIFORM, COMPUTE] = [2, 5];

const instruction = (opcode: number, ...operands: readonly number[]): number[] => [
  ((operands.length + 1) << 16) | opcode,
  ...operands,
];

/** A module with one buffer whose struct has these members. */
function moduleOf(...members: readonly number[]): Uint8Array {
  const words = [
    ...[0x07230203, 0x00010000, 0, 16, 0],
    ...instruction(Op.EntryPoint, COMPUTE, MAIN, 0x6e69616d, 0),
    ...instruction(Op.Decorate, VARIABLE, Decoration.DescriptorSet, 0),
    ...instruction(Op.Decorate, VARIABLE, Decoration.Binding, 7),
    ...instruction(Op.TypeFloat, 9, 32),
    ...instruction(Op.TypeStruct, STRUCT, ...members),
    ...instruction(Op.TypePointer, POINTER, UNIFORM, STRUCT),
    ...instruction(Op.Variable, POINTER, VARIABLE, UNIFORM),
  ];
  return new Uint8Array(Uint32Array.from(words).buffer);
}

describe('reflectSpirv', () => {
  it('lists the members of a buffer', () => {
    const [entry] = reflectSpirv(moduleOf(9, 9));
    expect(entry?.bindings).toMatchObject([
      {
        binding: 7,
        members: [
          { name: 'member0', type: 'float' },
          { name: 'member1', type: 'float' },
        ],
      },
    ]);
  });

  it('ends at a struct that holds itself', () => {
    const [entry] = reflectSpirv(moduleOf(9, STRUCT));
    expect(JSON.stringify(entry).split('member0')).toHaveLength(10);
  });

  it('refuses structs that hold themselves more often than can be listed', () => {
    expect(() => reflectSpirv(moduleOf(...new Array<number>(40).fill(STRUCT)))).toThrow(FormatError);
  });
});
