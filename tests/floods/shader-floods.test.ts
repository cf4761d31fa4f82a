// Shaders that multiply: ended by the limits of time and memory, with what is next to them built.

import { describe, expect, it } from 'vitest';
import { hasCli } from '../support/disk-project.js';
import { isLong, MAX_COST, MAX_MEGABYTES, runFlood } from './run-flood.js';

const levels = Array.from({ length: 14 }, (_, i) => i);

const glslMacros = `#version 450
#define A0 x+x+x+x
${levels.map((i) => `#define A${i + 1} A${i}+A${i}+A${i}+A${i}\n`).join('')}void main() { float x = gl_VertexIndex; gl_Position = vec4(A14); }
`;

const slangMacros = `#define A0 x+x+x+x
${levels.map((i) => `#define A${i + 1} A${i}+A${i}+A${i}+A${i}\n`).join('')}[shader("vertex")]
float4 main(float x : X) : SV_Position { return float4(A14); }
`;

/** Each step asks for two more instances of itself. */
const slangGenerics = `interface IStep { static float run(float x); }
struct End : IStep { static float run(float x) { return x; } }
struct Left<T : IStep> : IStep { static float run(float x) { return T.run(x) + 1; } }
struct Right<T : IStep> : IStep { static float run(float x) { return T.run(x) * 2; } }
float fork<T : IStep, let N : int>(float x) { return fork<Left<T>, N - 1>(x) + fork<Right<T>, N - 1>(x); }
[shader("vertex")]
float4 main(float x : X) : SV_Position { return float4(fork<End, 40>(x)); }
`;

/** Short runs wait less long; the limits of long ones are the built-in ones. */
const config = isLong ? '' : 'default: { shader: { timeLimit: 2 } }\n';

describe.skipIf(!hasCli)('floods of shaders', () => {
  it.each([
    ['GLSL macros', 'a.shader/a.vert', glslMacros],
    ['Slang macros', 'a.shader/a.slang', slangMacros],
    ['Slang generics', 'a.shader/a.slang', slangGenerics],
  ])('ends %s, and builds what is next to it', (_, path, text) => {
    const result = runFlood({ [path]: [text] }, config);
    expect(result.stderr).toMatch(/a\.shader\/a\.(?:vert|slang)[^\n]*error shader\//);
    expect(result).toMatchObject({ status: 1, otherBuilt: true });
    expect(result.cost).toBeLessThan(MAX_COST);
    expect(result.megabytes).toBeLessThan(MAX_MEGABYTES);
  });
});
