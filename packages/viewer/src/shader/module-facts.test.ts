// A small module, written by the specification.

import { expect, it } from 'vitest';
import { readShaderModule } from './module-facts.js';

const instruction = (opcode: number, ...operands: number[]): number[] => [
  ((operands.length + 1) << 16) | opcode,
  ...operands,
];
const letters = (text: string): number[] => {
  const words = new Array<number>((text.length >> 2) + 1).fill(0);
  for (let i = 0; i < text.length; i++) words[i >> 2] = (words[i >> 2] ?? 0) | (text.charCodeAt(i) << ((i & 3) * 8));
  return words;
};

function module(...instructions: number[][]): Uint8Array {
  const words = [0x07230203, 0x00010500, 8 << 16, 16, 0, ...instructions.flat()];
  return new Uint8Array(Uint32Array.from(words).buffer);
}

it('reads version, generator, language, and the size of a compute shader', () => {
  const facts = readShaderModule(
    module(
      instruction(17, 1),
      instruction(14, 0, 1),
      instruction(15, 5, 4, ...letters('main')),
      instruction(16, 4, 17, 8, 4, 2),
      instruction(3, 2, 450),
      instruction(19, 2),
      instruction(33, 3, 2),
      instruction(54, 2, 4, 0, 3),
      instruction(248, 5),
      instruction(253),
      instruction(56),
    ),
  );
  expect(facts).toMatchObject({
    version: '1.5',
    generator: 'glslang',
    language: 'GLSL 450',
    instructions: 11,
    functions: 1,
  });
  expect(facts.entries).toMatchObject([{ stage: 'compute', entryPoint: 'main', workgroupSize: [8, 4, 2] }]);
});

it('rejects bytes that are not a module', () => {
  expect(() => readShaderModule(new Uint8Array(24))).toThrow('no SPIR-V');
});
