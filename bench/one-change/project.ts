// A generated project of N assets, the changes that are measured on it, and the same files as a ninja project that copies them.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePng } from '../../tests/support/png.js';

const FOLDER = 100;
const SHADERS = 10;

export interface Change {
  readonly name: string;
  /** `round` is different each time, and so is what is written. */
  readonly apply: (root: string, round: number) => void;
  /** Assets that a build compiles after it. */
  readonly built: number;
}

const texture = (red: number, number: number): Uint8Array =>
  makePng(4, 4, (x, y) => [x * 60 + red, y * 60, number & 255, 255 - (number >> 8)]);
/** Unlike every texture of the project: one that is known would not be compiled. */
const changedTexture = (round: number): Uint8Array => texture(1, round & 255);
const embed = (value: string): string => `{"asset":"${value}"}`;
const include = (round: number): string => `float shade(float x) { return x * ${round}.5; }\n`;

/** Ten textures of one folder follow the rule. */
const config = (round: number): string =>
  `embed: ["*.json"]\ndefault: { rules: [{ match: "d1/*.png", texture: { rdo: ${(round + 1) / 100} } }] }\n`;

const SHADER = `#version 450
#include "../shared.glsl"
layout(location = 0) out vec4 color;
void main() { color = vec4(shade(SCALE)); }
`;

/** One texture in ten sources, because kinds differ in what they record; ten shaders share an include. */
export function generate(root: string, count: number): void {
  writeFileSync(join(root, 'assetc.yml'), config(0));
  const edges = ['rule copy', '  command = cp $in $out'];
  const add = (path: string, content: string | Uint8Array): void => {
    writeFileSync(join(root, 'assets', path), content);
    edges.push(`build copied/${path}: copy assets/${path}`);
  };
  for (let i = 0; i < count - SHADERS; i++) {
    const folder = `d${Math.floor(i / FOLDER)}`;
    if (i % FOLDER === 0) mkdirSync(join(root, 'assets', folder), { recursive: true });
    if (i % 10 === 3) add(`${folder}/asset-${i}.png`, texture(0, i));
    else add(`${folder}/asset-${i}.json`, embed(`${i}`));
  }
  mkdirSync(join(root, 'assets/shaders'));
  add('shaders/shared.glsl', include(0));
  for (let i = 0; i < SHADERS; i++) {
    mkdirSync(join(root, `assets/shaders/s${i}.shader`));
    add(`shaders/s${i}.shader/main.frag`, SHADER.replace('SCALE', `${i}.0`));
  }
  writeFileSync(join(root, 'build.ninja'), `${edges.join('\n')}\n`);
}

const extra = (root: string, round: number): string => join(root, `assets/d0/extra-${round}.json`);

/** What is added is removed again, so that the project keeps its size. */
export const changes: readonly Change[] = [
  { name: 'no-op', apply: () => {}, built: 0 },
  {
    name: 'one embed',
    apply: (root, round) => writeFileSync(join(root, 'assets/d2/asset-250.json'), embed(`round ${round}`)),
    built: 1,
  },
  {
    name: 'one texture',
    apply: (root, round) => writeFileSync(join(root, 'assets/d3/asset-333.png'), changedTexture(round)),
    built: 1,
  },
  {
    name: 'one shared include',
    apply: (root, round) => writeFileSync(join(root, 'assets/shaders/shared.glsl'), include(round + 1)),
    built: SHADERS,
  },
  {
    name: 'a setting of ten assets',
    apply: (root, round) => writeFileSync(join(root, 'assetc.yml'), config(round + 1)),
    built: 10,
  },
  {
    name: 'one file added',
    apply: (root, round) => writeFileSync(extra(root, round), embed(`extra ${round}`)),
    built: 1,
  },
  { name: 'one file removed', apply: (root, round) => rmSync(extra(root, round)), built: 0 },
];
