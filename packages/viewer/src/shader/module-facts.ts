// Reads the metadata of a SPIR-V module: version, generator, source language.

import { Op, opcodeAt, parseSpirv, type Reflection, reflectSpirv, wordCountAt } from '@assetc/formats/spirv';

/** Numbers of the Khronos registry. */
const LANGUAGES: ReadonlyMap<number, string> = new Map([
  [1, 'ESSL'],
  [2, 'GLSL'],
  [3, 'OpenCL C'],
  [4, 'OpenCL C++'],
  [5, 'HLSL'],
  [6, 'C++ for OpenCL'],
  [7, 'SYCL'],
  [10, 'WGSL'],
  [11, 'Slang'],
  [12, 'Zig'],
  [13, 'Rust'],
]);

const GENERATORS: ReadonlyMap<number, string> = new Map([
  [8, 'glslang'],
  [13, 'shaderc'],
  [14, 'spiregg'],
  [28, 'naga'],
  [40, 'Slang'],
]);

export interface ShaderModule {
  readonly version: string;
  readonly generator: string;
  /** With the version of the language, if the module contains it. */
  readonly language: string | undefined;
  readonly instructions: number;
  readonly functions: number;
  readonly entries: readonly Reflection[];
}

/** Throws a FormatError if the bytes are not SPIR-V. */
export function readShaderModule(bytes: Uint8Array): ShaderModule {
  const { words, starts, version } = parseSpirv(bytes);
  let language: string | undefined;
  let functions = 0;
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    if (opcode === Op.Function) functions++;
    if (opcode !== Op.Source || wordCountAt(words, start) < 3) continue;
    const [, name = 0, of = 0] = words.subarray(start, start + 3);
    language ??= LANGUAGES.has(name) ? `${LANGUAGES.get(name)}${of > 1 ? ` ${of}` : ''}` : undefined;
  }
  const tool = (words[2] ?? 0) >>> 16;
  return {
    version,
    generator: GENERATORS.get(tool) ?? (tool === 0 ? 'unknown' : `tool ${tool}`),
    language,
    instructions: starts.length,
    functions,
    entries: reflectSpirv(bytes),
  };
}
