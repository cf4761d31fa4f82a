// The programs of docs/guide/generated-code.md, compiled and run as they are written there.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { codeBlocks, repository } from '../docs/code-blocks.js';
import { hasCargo } from '../rust-library/rust-compiler.js';
import { DiskProject } from '../support/disk-project.js';
import { isInstalled } from './target-compilers.js';

const SKY = `#version 450
layout(set = 0, binding = 2) uniform Frame { vec3 sun; float power; vec3 ground; } frame;
layout(location = 0) out vec4 color;
void main() { color = vec4(frame.sun * frame.power + frame.ground, 1); }
`;
const OUTPUT = 'Run: 0.5 s\n32 bytes for binding 2\n';

/** A triangle on two joints, with two clips. */
function fox(): Uint8Array {
  const builder = new GltfBuilder();
  const attributes = {
    POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3'),
    JOINTS_0: builder.accessor(Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4'),
    WEIGHTS_0: builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4'),
  };
  const tail = builder.node({ name: 'tail', translation: [0, 1, 0] }, false);
  const hips = builder.node({ name: 'hips', children: [tail] });
  const skin = builder.list('skins', { joints: [hips, tail] });
  builder.node({ mesh: builder.mesh({ attributes }), skin });
  for (const [name, end] of [
    ['Walk', 1],
    ['Run', 0.5],
  ] as const) {
    const input = builder.accessor(Float32Array.of(0, end), 'SCALAR', { min: [0], max: [end] });
    const output = builder.accessor(Float32Array.of(0, 0, 0, 0, 0, 1), 'VEC3');
    const target = { node: hips, path: 'translation' };
    builder.list('animations', { name, samplers: [{ input, output }], channels: [{ sampler: 0, target }] });
  }
  return builder.glb();
}

const program = (language: string): string => {
  const page = codeBlocks().filter((block) => block.page === 'docs/guide/generated-code.md');
  const [first, second] = page.filter((block) => block.language === language);
  expect(second).toBe(undefined);
  return first?.text ?? '';
};

const project = new DiskProject({
  'assetc.yml': 'pack: true\ncodegen: { c: src/assets.gen.h, rust: src/assets_gen.rs }\n',
  'assets/models/fox.glb': fox(),
  'assets/sky.shader/sky.frag': SKY,
});
beforeAll(() => {
  expect(project.run(['-q'], { SLANGC: '', PATH: '' })).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => project.remove());

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project.root,
    env: project.env(env),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

describe('the programs of the guide', () => {
  it.skipIf(!isInstalled('g++'))('run in C++', () => {
    project.write('src/main.cpp', program('cpp'));
    const header = join(repository, 'packages/formats/c');
    run('g++', ['-std=c++17', '-Wall', '-Wextra', '-Werror', `-I${header}`, 'src/main.cpp', '-o', 'main']);
    expect(run(project.path('main'), [])).toBe(OUTPUT);
  });

  it.skipIf(!hasCargo)('run in Rust', () => {
    project.write('src/main.rs', program('rust'));
    const crate = JSON.stringify(join(repository, 'packages/formats/rust'));
    project.write(
      'Cargo.toml',
      `[package]
name = "game"
version = "0.1.0"
edition = "2021"

[dependencies]
assetc-formats = { path = ${crate} }
`,
    );
    mkdirSync(project.path('target'));
    const env = { CARGO_TARGET_DIR: project.path('target'), RUSTFLAGS: '-D warnings' };
    expect(run('cargo', ['run', '--offline', '--quiet'], env)).toBe(OUTPUT);
  });
});
