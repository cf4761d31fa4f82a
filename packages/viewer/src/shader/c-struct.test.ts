// The oracle is a C compiler: it prints the offsets and sizes that it gives to the structs.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReflectedMember } from '@assetc/formats/spirv';
import { expect, it } from 'vitest';
import { blockBytes, cStruct } from './c-struct.js';

const compiler = ['cc', 'gcc', 'clang'].find((name) => spawnSync(name, ['--version']).status === 0);

const sun: readonly ReflectedMember[] = [
  { name: 'direction', type: 'float3', offset: 0 },
  { name: 'color', type: 'float3', offset: 16 },
];

/** Blocks as shaders have them: std140, std430, scalar, and those of HLSL, where rows are not padded at the end. */
const BLOCKS: Readonly<Record<string, readonly ReflectedMember[]>> = {
  frame: [
    { name: 'viewProjection', type: 'float4x4', offset: 0, matrixStride: 16, rowMajor: false },
    { name: 'normals', type: 'float3x3', offset: 64, matrixStride: 16, rowMajor: false },
    { name: 'sun', type: 'Sun', offset: 112, members: sun },
    { name: 'second', type: 'Sun', offset: 144, members: sun },
    { name: 'ambient', type: 'float3', offset: 176 },
    { name: 'time', type: 'float', offset: 188 },
  ],
  arrays: [
    { name: 'weights', type: 'float[5]', offset: 0, arrayStride: 16 },
    { name: 'joints', type: 'float3x4[7]', offset: 80, matrixStride: 16, rowMajor: true, arrayStride: 48 },
    { name: 'suns', type: 'Sun[2]', offset: 416, arrayStride: 32, members: sun },
    { name: 'grid', type: 'float[3][2]', offset: 480, arrayStride: 12 },
    { name: 'flags', type: 'uint', offset: 504 },
    { name: 'rest', type: 'uint[]', offset: 508, arrayStride: 4 },
  ],
  scalar: [
    { name: 'a', type: 'half', offset: 0 },
    { name: 'b', type: 'float3', offset: 4 },
    { name: 'c', type: 'double', offset: 16 },
    { name: 'd', type: 'uint64', offset: 24 },
    { name: 'e', type: 'Node*', offset: 32 },
    { name: 'float', type: 'int8', offset: 40 },
    { name: '4th', type: 'uint162', offset: 42 },
  ],
  packed: [
    { name: 'm', type: 'float3x3', offset: 0, matrixStride: 16, rowMajor: true },
    { name: 'after', type: 'float', offset: 44 },
    { name: 'list', type: 'float[3]', offset: 48, arrayStride: 16 },
    { name: 'last', type: 'float2', offset: 84 },
  ],
  shared: [
    { name: 'sun', type: 'Sun', offset: 0, members: sun },
    { name: 'suns', type: 'Sun[2]', offset: 32, arrayStride: 32, members: sun },
  ],
};
const ENDS: Readonly<Record<string, number | undefined>> = {
  frame: 192,
  scalar: 46,
  packed: 92,
  shared: 96,
  arrays: undefined,
};

it('knows how many bytes a block has', () => {
  expect(Object.fromEntries(Object.entries(BLOCKS).map(([name, members]) => [name, blockBytes(members)]))).toEqual(
    ENDS,
  );
});

it.each(['frame', 'shared'])('declares a struct that two members of %s share once', (name) => {
  expect(cStruct(name, BLOCKS[name] ?? []).match(/typedef struct Sun/g)).toHaveLength(1);
});

it('says how the shader declares what C has as an array', () => {
  expect(cStruct('Frame', BLOCKS.frame ?? [])).toContain(
    '    float viewProjection[4][4]; /* float4x4, column-major */\n    float normals[3][4]; /* float3x3, column-major */\n',
  );
});

it.skipIf(compiler === undefined)('puts members where the shader has them, for C and for C++', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-struct-'));
  try {
    const names = Object.keys(BLOCKS);
    const lines = names.flatMap((name) => {
      const members = [...cStruct(name, BLOCKS[name] ?? []).matchAll(/offsetof\((\w+), (\w+)\)/g)]
        .filter(([, struct]) => struct === name)
        .map(([, , member]) => member);
      return members.map((member) => `printf("${name} ${member} %d\\n", (int)offsetof(${name}, ${member}));`);
    });
    const headers = names.map((name) => cStruct(name, BLOCKS[name] ?? []).replaceAll('Sun', `Sun_of_${name}`));
    const source = `${headers.join('\n')}\n#include <stdio.h>\nint main(void) {\n${lines.join('\n')}\nreturn 0;\n}\n`;
    for (const [file, standard] of [
      ['a.c', '-std=c11'],
      ['a.cpp', '-std=c++17'],
    ] as const) {
      writeFileSync(join(folder, file), source);
      const built = spawnSync(
        compiler ?? '',
        [standard, '-Wall', '-Werror', join(folder, file), '-o', join(folder, 'a')],
        {
          encoding: 'utf8',
        },
      );
      expect(built.stderr).toBe('');
      const printed = spawnSync(join(folder, 'a'), { encoding: 'utf8' }).stdout.trimEnd().split('\n');
      const renamed: Readonly<Record<string, string>> = { float: 'float_', '4th': '_4th' };
      expect(printed).toEqual(
        names.flatMap((name) =>
          (BLOCKS[name] ?? []).map((member) => `${name} ${renamed[member.name] ?? member.name} ${member.offset}`),
        ),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
