// The guide's first frame: its CMakeLists.txt and main.cpp, word by word, in an empty folder. Also without CMake, by g++ alone.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeHmesh, unpackVertices } from '@assetc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { hasTool } from '../depfile/build-tool.js';
import { codeBlocks } from '../docs/code-blocks.js';
import { CmakeProject, formats, hasCmake } from './cmake-project.js';

const SIZE = 640;
const BACKGROUND = 48;
const model = readFileSync(resolve(import.meta.dirname, '../../examples/demo/assets/models/dragon.glb'));

const blockOf = (language: string): string => {
  const block = codeBlocks().find(
    ({ page, language: own }) => page === 'docs/guide/first-frame.md' && own === language,
  );
  if (block === undefined) throw new Error(`first-frame.md has no block of ${language}`);
  return block.text;
};
const lists = blockOf('cmake');
const main = blockOf('cpp');

const projects: CmakeProject[] = [];
afterAll(() => {
  for (const project of projects) project.remove();
});
function emptyFolder(): CmakeProject {
  const project = new CmakeProject(lists, { 'main.cpp': main, 'assets/model.glb': model });
  projects.push(project);
  project.installAssetc();
  mkdirSync(project.path('node_modules/@assetc'));
  symlinkSync(formats, project.path('node_modules/@assetc/formats'));
  return project;
}

function run(project: CmakeProject, program: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project.root,
    encoding: 'utf8',
    env: project.env(),
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
}

/** Whether each pixel shows the model. */
function readFrame(project: CmakeProject): { readonly rgb: Uint8Array; readonly covered: readonly boolean[] } {
  const bytes = new Uint8Array(readFileSync(project.path('frame.ppm')));
  const head = 'P6 640 640 255\n';
  expect(String.fromCharCode(...bytes.subarray(0, head.length))).toBe(head);
  const rgb = bytes.subarray(head.length);
  expect(rgb.length).toBe(SIZE * SIZE * 3);
  const covered = Array.from({ length: SIZE * SIZE }, (_, i) =>
    rgb.subarray(i * 3, i * 3 + 3).some((value) => value !== BACKGROUND),
  );
  return { rgb, covered };
}

/** The pixel of each vertex, by the camera of the guide. */
function project(bytes: Uint8Array): readonly (readonly [number, number])[] {
  const mesh = decodeHmesh(bytes);
  const { positions } = unpackVertices(mesh.vertices);
  const { sphereCenter, sphereRadius } = mesh.bounds;
  return Array.from({ length: mesh.desc.vertexCount }, (_, i) => {
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
      (axis) => (((positions[i * 3 + axis] ?? 0) - (sphereCenter[axis] ?? 0)) * SIZE) / (2 * sphereRadius),
    );
    return [SIZE / 2 + x * 0.395 - z * 0.919, SIZE / 2 + x * 0.322 - y * 0.936 + z * 0.138];
  });
}

function checkFrame(folder: CmakeProject): void {
  const { rgb, covered } = readFrame(folder);
  const share = covered.filter(Boolean).length / covered.length;
  expect(share).toBeGreaterThan(0.05);
  expect(share).toBeLessThan(0.15);
  // The model is where its vertices are, and nowhere else.
  const points = project(new Uint8Array(readFileSync(folder.path('build/assets/model.hmesh'))));
  const isNear = ([x, y]: readonly [number, number]): boolean =>
    [-1, 0, 1].some((dy) => [-1, 0, 1].some((dx) => covered[Math.floor(y + dy) * SIZE + Math.floor(x + dx)] === true));
  expect(points.filter((point) => !isNear(point)).length / points.length).toBeLessThan(0.01);
  const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis] ?? 0)));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis] ?? 0)));
  const columns = covered.flatMap((is, i) => (is ? [i % SIZE] : []));
  const rows = covered.flatMap((is, i) => (is ? [Math.floor(i / SIZE)] : []));
  for (const [pixels, low, high] of [
    [columns, left, right],
    [rows, top, bottom],
  ] as const) {
    expect(pixels.reduce((min, at) => Math.min(min, at))).toBeGreaterThanOrEqual(Math.floor(low ?? 0) - 1);
    expect(pixels.reduce((max, at) => Math.max(max, at))).toBeLessThanOrEqual(Math.ceil(high ?? 0) + 1);
  }
  // Its back is teal, its belly is sand, and both are shaded.
  const luminances = covered.flatMap((is, i) =>
    is ? [((rgb[i * 3] ?? 0) + (rgb[i * 3 + 1] ?? 0) + (rgb[i * 3 + 2] ?? 0)) / 3] : [],
  );
  const mean = luminances.reduce((sum, value) => sum + value, 0) / luminances.length;
  expect(
    Math.sqrt(luminances.reduce((sum, value) => sum + (value - mean) ** 2, 0) / luminances.length),
  ).toBeGreaterThan(25);
  const isTeal = covered.filter((is, i) => is && (rgb[i * 3 + 2] ?? 0) > (rgb[i * 3] ?? 0) + 20).length;
  const isSand = covered.filter((is, i) => is && (rgb[i * 3] ?? 0) > (rgb[i * 3 + 2] ?? 0) + 20).length;
  expect(Math.min(isTeal, isSand) / luminances.length).toBeGreaterThan(0.15);
}

describe('the first frame of the guide', () => {
  it('needs at most 15 lines of CMake and 60 of C++', () => {
    expect(lists.split('\n').length - 1).toBeLessThanOrEqual(15);
    expect(main.split('\n').length - 1).toBeLessThanOrEqual(60);
  });

  it.skipIf(!hasTool('g++') || process.platform === 'win32')('is drawn by a program that g++ compiles', () => {
    const folder = emptyFolder();
    mkdirSync(folder.path('build'));
    const pack = folder.path('build/assets.hpack');
    run(folder, 'node_modules/.bin/assetc', 'build', '--input', 'assets', '-o', 'build/assets', '--pack');
    const strict = ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-I', `${formats}/c`, `-DASSET_PACK="${pack}"`];
    run(folder, 'g++', ...strict, 'main.cpp', '-o', 'build/frame');
    run(folder, 'build/frame');
    checkFrame(folder);
  });

  it.skipIf(!hasCmake || !hasTool('g++'))('is drawn by the CMake project', () => {
    const folder = emptyFolder();
    folder.configure();
    folder.build();
    run(folder, 'build/frame');
    checkFrame(folder);
  });
});
