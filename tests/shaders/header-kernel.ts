// One compute shader per language that calls every function of the headers: a row of inputs per thread, a row of results.

import { type ShaderDialect, translate } from '../../scripts/generate/shader-headers/translate.js';

/** What a function takes: a plain type, or a row of a buffer that contains this struct. */
export interface HeaderCall {
  readonly name: string;
  readonly takes: readonly string[];
  readonly gives: 'f32' | 'u32' | 'bool' | 'vec2f' | 'vec3f' | 'vec4f' | 'vec3u' | 'mat4x4f';
}

const WORDS: { readonly [type: string]: number } = {
  f32: 1,
  u32: 1,
  i32: 1,
  bool: 1,
  vec2f: 2,
  vec2i: 2,
  vec3f: 3,
  vec3i: 3,
  vec3u: 3,
  vec4f: 4,
  mat4x4f: 16,
  'array<u32, 2>': 2,
  'array<vec4f, 9>': 36,
};
/** Words of a plain type; undefined for a struct. */
export const wordsOf = (type: string): number | undefined => WORDS[type];
const isWords = (type: string): boolean => ['u32', 'bool', 'vec2i', 'vec3u'].includes(type);

const PREAMBLE: { readonly [dialect in ShaderDialect]: (structs: readonly string[], rowWords: number) => string } = {
  slang: (structs, rowWords) => `#include "assetc.slang"
[[vk::binding(0)]] StructuredBuffer<uint> inputs;
[[vk::binding(1)]] RWStructuredBuffer<float> floats;
[[vk::binding(2)]] RWStructuredBuffer<uint> words;
${structs.map((type, i) => `[[vk::binding(${i + 3})]] StructuredBuffer<${type}> rows${i};`).join('\n')}
static uint thread;
uint U(uint i) { return inputs[thread * ${rowWords}u + i]; }
float F(uint i) { return asfloat(U(i)); }
int I(uint i) { return int(U(i)); }
float4x4 M(uint i) { return transpose(float4x4(F(i), F(i+1), F(i+2), F(i+3), F(i+4), F(i+5), F(i+6), F(i+7), F(i+8), F(i+9), F(i+10), F(i+11), F(i+12), F(i+13), F(i+14), F(i+15))); }
[shader("compute")] [numthreads(64, 1, 1)] void callMain(uint3 id : SV_DispatchThreadID) {
  thread = id.x;`,
  glsl: (structs, rowWords) => `#version 450
#include "assetc.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Inputs { uint inputs[]; };
layout(std430, binding = 1) buffer Floats { float floats[]; };
layout(std430, binding = 2) buffer Words { uint words[]; };
${structs.map((type, i) => `layout(std430, binding = ${i + 3}) readonly buffer Rows${i} { ${type} rows${i}[]; };`).join('\n')}
uint thread;
uint U(uint i) { return inputs[thread * ${rowWords}u + i]; }
float F(uint i) { return uintBitsToFloat(U(i)); }
int I(uint i) { return int(U(i)); }
mat4 M(uint i) { return mat4(F(i), F(i+1), F(i+2), F(i+3), F(i+4), F(i+5), F(i+6), F(i+7), F(i+8), F(i+9), F(i+10), F(i+11), F(i+12), F(i+13), F(i+14), F(i+15)); }
void main() {
  thread = gl_GlobalInvocationID.x;`,
  wgsl: (structs, rowWords) => `@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> floats: array<f32>;
@group(0) @binding(2) var<storage, read_write> words: array<u32>;
${structs.map((type, i) => `@group(0) @binding(${i + 3}) var<storage, read> rows${i}: array<${type}>;`).join('\n')}
var<private> thread: u32;
fn U(i: u32) -> u32 { return inputs[thread * ${rowWords}u + i]; }
fn F(i: u32) -> f32 { return bitcast<f32>(U(i)); }
fn I(i: u32) -> i32 { return bitcast<i32>(U(i)); }
fn M(i: u32) -> mat4x4f { return mat4x4f(F(i), F(i+1), F(i+2), F(i+3), F(i+4), F(i+5), F(i+6), F(i+7), F(i+8), F(i+9), F(i+10), F(i+11), F(i+12), F(i+13), F(i+14), F(i+15)); }
@compute @workgroup_size(64) fn callMain(@builtin(global_invocation_id) id: vec3u) {
  thread = id.x;`,
};

/** The text of the shader, and how many words a thread reads and writes. Results of a call start at `starts[call]`. */
export function kernelOf(dialect: ShaderDialect, calls: readonly HeaderCall[]) {
  const structs = [...new Set(calls.flatMap(({ takes }) => takes.filter((type) => !(type in WORDS))))];
  const lines: string[] = [];
  const starts: number[] = [];
  let [read, written] = [0, 0];
  for (const [index, { name, takes, gives }] of calls.entries()) {
    const parts = takes.map((type) => {
      const from = read;
      read += WORDS[type] ?? 0;
      return argument(dialect, type, from, structs);
    });
    const result = `r${index}`;
    const count = WORDS[gives] ?? 0;
    lines.push(translate(dialect, `  let ${result}: ${gives} = ${name}(${parts.join(', ')});`));
    starts.push(written);
    for (let i = 0; i < count; i++) {
      const column = dialect === 'slang' ? `${result}[${i % 4}][${i >> 2}]` : `${result}[${i >> 2}][${i % 4}]`;
      const part = count === 1 ? result : gives === 'mat4x4f' ? column : `${result}.${'xyzw'[i]}`;
      const value = gives === 'bool' ? translate(dialect, `select(0u, 1u, ${part})`) : part;
      lines.push(`  ${isWords(gives) ? 'words' : 'floats'}[thread * RESULTu + ${written++}u] = ${value};`);
    }
  }
  const text = `${PREAMBLE[dialect](structs, read)}\n${lines.join('\n').replaceAll('RESULTu', `${written}u`)}\n}\n`;
  return { text, structs, inputWords: read, resultWords: written, starts };
}

function argument(dialect: ShaderDialect, type: string, from: number, structs: readonly string[]): string {
  const floats = (at: number, count: number): string =>
    Array.from({ length: count }, (_, i) => `F(${at + i}u)`).join(', ');
  if (!(type in WORDS)) return `rows${structs.indexOf(type)}[thread]`;
  if (type === 'f32') return `F(${from}u)`;
  if (type === 'u32') return `U(${from}u)`;
  if (type === 'i32') return `I(${from}u)`;
  if (type === 'bool') return `(U(${from}u) != 0u)`;
  if (type === 'vec2i') return `vec2i(I(${from}u), I(${from + 1}u))`;
  if (type === 'vec3i') return `vec3i(I(${from}u), I(${from + 1}u), I(${from + 2}u))`;
  if (type === 'mat4x4f') return `M(${from}u)`;
  if (!type.startsWith('array')) return `${type}(${floats(from, WORDS[type] ?? 0)})`;
  const isPair = type === 'array<u32, 2>';
  const items = isPair
    ? `U(${from}u), U(${from + 1}u)`
    : Array.from({ length: 9 }, (_, i) => `vec4f(${floats(from + i * 4, 4)})`).join(', ');
  // Slang initializes arrays with braces.
  if (dialect === 'slang') return `{ ${items} }`;
  return dialect === 'glsl' ? `${isPair ? 'uint[2]' : 'vec4[9]'}(${items})` : `${type}(${items})`;
}
