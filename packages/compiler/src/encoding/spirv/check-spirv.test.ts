import { FormatError } from '@assetc/formats';
import { entryPointsOf, Op, parseSpirv, reflectSpirv } from '@assetc/formats/spirv';
import { describe, expect, it } from 'vitest';
import { checkSpirv } from './check-spirv.js';
import { isolateEntry } from './isolate-entry.js';
import { literalWords, spirvBytes } from './write-words.js';

type Instruction = readonly [opcode: number, ...operands: number[]];

const VOID = 1;
const FUNCTION_TYPE = 2;
const FLOAT = 3;
const VECTOR = 4;
const POINTER = 5;
const OUTPUT = 6;
const ONE = 7;
const MAIN = 8;

/** A fragment shader that writes a constant color. */
const FRAGMENT: readonly Instruction[] = [
  [Op.Capability, 1],
  [Op.MemoryModel, 0, 1],
  [Op.EntryPoint, 4, MAIN, ...literalWords('main'), OUTPUT],
  [Op.ExecutionMode, MAIN, 7],
  [Op.Name, OUTPUT, ...literalWords('color')],
  [Op.Decorate, OUTPUT, 30, 0],
  [Op.TypeVoid, VOID],
  [Op.TypeFunction, FUNCTION_TYPE, VOID],
  [Op.TypeFloat, FLOAT, 32],
  [Op.TypeVector, VECTOR, FLOAT, 4],
  [Op.TypePointer, POINTER, 3, VECTOR],
  [Op.Variable, POINTER, OUTPUT, 3],
  [Op.Constant, FLOAT, ONE, 0x3f800000],
  [Op.Function, VOID, MAIN, 0, FUNCTION_TYPE],
  [Op.Label, 9],
  [Op.CompositeConstruct, VECTOR, 10, ONE, ONE, ONE, ONE],
  [Op.Store, OUTPUT, 10],
  [253],
  [Op.FunctionEnd],
];

const assemble = (instructions: readonly Instruction[], bound = 11): Uint8Array =>
  spirvBytes(
    Uint32Array.from([
      0x07230203,
      0x10500,
      0,
      bound,
      0,
      ...instructions.flatMap(([opcode, ...operands]) => [((operands.length + 1) << 16) | opcode, ...operands]),
    ]),
  );

const replace = (at: (instruction: Instruction) => boolean, by: readonly Instruction[]): Uint8Array =>
  assemble(FRAGMENT.flatMap((instruction) => (at(instruction) ? by : [instruction])));
const messages = (bytes: Uint8Array): string =>
  checkSpirv(bytes)
    .map(({ message }) => message)
    .join('; ');

describe('the structural check', () => {
  it('finds nothing wrong with a good module', () => {
    expect(checkSpirv(assemble(FRAGMENT))).toEqual([]);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['another magic number', assemble(FRAGMENT).fill(0, 0, 4), /no SPIR-V/],
    ['an id at the bound', assemble(FRAGMENT, 10), /not below the bound/],
    ['an id defined twice', replace(([op]) => op === Op.Label, [[Op.Label, ONE]]), /defined twice/],
    ['an undefined type', replace(([op]) => op === Op.TypeFloat, []), /not defined/],
    ['no entry point', replace(([op]) => op === Op.EntryPoint, []), /no entry point/],
    [
      'an entry point that is no function',
      replace(([op]) => op === Op.EntryPoint, [[Op.EntryPoint, 4, ONE, ...literalWords('main')]]),
      /names no function/,
    ],
    [
      'an unknown stage',
      replace(([op]) => op === Op.EntryPoint, [[Op.EntryPoint, 99, MAIN, ...literalWords('main')]]),
      /no stage has the number 99/,
    ],
    [
      'a stage without its capability',
      replace(([op]) => op === Op.EntryPoint, [[Op.EntryPoint, 3, MAIN, ...literalWords('main')]]),
      /stage 3 needs capability 2/,
    ],
    [
      'a type without its capability',
      replace(([op]) => op === Op.TypeFloat, [[Op.TypeFloat, FLOAT, 64]]),
      /float64 needs capability 10/,
    ],
    [
      'two memory models',
      replace(([op]) => op === Op.MemoryModel, [FRAGMENT[1] ?? [0], FRAGMENT[1] ?? [0]]),
      /2 memory models/,
    ],
    ['a declaration after its section', assemble([...FRAGMENT, [Op.Capability, 1]]), /after its section/],
    ['a block without an end', replace(([op]) => op === 253, []), /ends where none is open/],
    ['a function without an end', replace(([op]) => op === Op.FunctionEnd, []), /no end/],
    [
      'a vector of too few parts',
      replace(([op]) => op === Op.CompositeConstruct, [[Op.CompositeConstruct, VECTOR, 10, ONE, ONE, ONE]]),
      /built from 3 components instead of 4/,
    ],
    [
      'a value stored to a pointer of another type',
      replace(([op]) => op === Op.Store, [[Op.Store, OUTPUT, ONE]]),
      /is stored through a pointer to/,
    ],
    [
      'an index past the end',
      replace(([op]) => op === Op.Store, [[Op.CompositeExtract, FLOAT, 0, 10, 4]]),
      /index 4 is past the 4 elements/,
    ],
  ])('finds %s', (_, bytes, message) => {
    expect(messages(bytes)).toMatch(message);
  });

  it('lets an unknown extension instruction define ids that others use', () => {
    const unknown = 7777;
    const bytes = replace(
      ([op]) => op === Op.Store,
      [
        [unknown, VECTOR, 5, ONE],
        [Op.Store, OUTPUT, 10],
      ],
    );
    const used = assemble(
      FRAGMENT.flatMap((one): readonly Instruction[] =>
        one[0] === Op.Store
          ? [
              [unknown, VECTOR, 11, ONE],
              [Op.Store, OUTPUT, 11],
            ]
          : [one],
      ),
      12,
    );
    expect(messages(bytes)).toBe('');
    expect(messages(used)).toBe('');
    expect(messages(replace(([op]) => op === Op.Store, [[Op.Store, OUTPUT, 9999]]))).toMatch(/nothing defines it/);
  });

  it('accepts a pointer past the end of an array, which is undefined but valid, but not past a vector', () => {
    const [uint, four, zero, array, arrayPointer, variable, floatPointer] = [11, 12, 13, 14, 15, 16, 17];
    const declarations: readonly Instruction[] = [
      [Op.TypeInt, uint, 32, 0],
      [Op.Constant, uint, four, 4],
      [Op.Constant, uint, zero, 0],
      [Op.TypeArray, array, VECTOR, four],
      [Op.TypePointer, arrayPointer, 3, array],
      [Op.TypePointer, floatPointer, 3, FLOAT],
      [Op.Variable, arrayPointer, variable, 3],
    ];
    const pointer = (element: number, component: number): Uint8Array =>
      assemble(
        FRAGMENT.flatMap((one): readonly Instruction[] => {
          if (one[0] === Op.Constant) return [one, ...declarations];
          return one[0] === Op.Store ? [[Op.AccessChain, floatPointer, 18, variable, element, component], one] : [one];
        }),
        19,
      );
    expect(messages(pointer(zero, zero))).toBe('');
    expect(messages(pointer(four, zero))).toBe('');
    expect(messages(pointer(zero, four))).toMatch(/index 4 is past the 4 elements/);
  });

  it('returns problems or none for every truncation and every flipped bit, and never throws', () => {
    const good = assemble(FRAGMENT);
    for (let length = 0; length < good.length; length++)
      expect(checkSpirv(good.subarray(0, length)).length).toBeGreaterThan(0);
    for (let bit = 0; bit < good.length * 8; bit++) {
      const bytes = good.slice();
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      checkSpirv(bytes);
      try {
        reflectSpirv(bytes);
      } catch (error) {
        if (!(error instanceof FormatError)) throw new Error(`bit ${bit}`, { cause: error });
      }
    }
  });
});

describe('a module reduced to one entry point', () => {
  it('has the requested name and drops what only other entry points use', () => {
    const second: Instruction[] = [[Op.Function, VOID, 12, 0, FUNCTION_TYPE], [Op.Label, 13], [253], [Op.FunctionEnd]];
    const both = FRAGMENT.flatMap((instruction): readonly Instruction[] =>
      instruction[0] === Op.EntryPoint
        ? [instruction, [Op.EntryPoint, 0, 12, ...literalWords('other')]]
        : [instruction],
    );
    const module = parseSpirv(assemble([...both, ...second], 14));
    const [, other] = entryPointsOf(module);
    if (other === undefined) throw new Error('two entry points went in');
    const alone = spirvBytes(isolateEntry(module, other, 'main'));
    expect(checkSpirv(alone)).toEqual([]);
    expect(entryPointsOf(parseSpirv(alone))).toMatchObject([{ name: 'main', stage: 'vertex' }]);
    expect(reflectSpirv(alone)).toMatchObject([{ outputs: [] }]);
    const opcodes = [...parseSpirv(alone).starts].map((start) => (parseSpirv(alone).words[start] ?? 0) & 0xffff);
    expect(opcodes).not.toContain(Op.Variable);
    expect(opcodes.filter((opcode) => opcode === Op.Function)).toHaveLength(1);
  });
});

describe('reflection', () => {
  it('lists inputs and outputs with name, type and location', () => {
    expect(reflectSpirv(assemble(FRAGMENT))).toEqual([
      {
        stage: 'fragment',
        entryPoint: 'main',
        inputs: [],
        outputs: [{ name: 'color', type: 'float4', location: 0 }],
        bindings: [],
        pushConstants: null,
        specializationConstants: [],
        workgroupSize: null,
        capabilities: ['Shader'],
        extensions: [],
      },
    ]);
  });
});
