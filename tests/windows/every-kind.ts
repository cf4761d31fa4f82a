// Sources of every kind, as people on Windows have them: names with spaces, umlauts and emoji, a path past 260 characters, CRLF in
// every text format, backslashes in references.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeHdr } from '../support/make-hdr.js';
import { makePng } from '../support/png.js';

const demo = resolve(import.meta.dirname, '../../examples/demo');
const bytes = (path: string): Uint8Array => new Uint8Array(readFileSync(join(demo, path)));
const text = (path: string): string => readFileSync(join(demo, path), 'utf8');

export type LineEnding = '\n' | '\r\n';

/** 299 characters below the input. */
export const DEEP = `deep/${Array.from({ length: 6 }, (_, i) => `${'a folder name of forty-five characters, no. '}${i}`).join('/')}/end of it.png`;

const image = (red: number): Uint8Array => makePng(8, 8, (x, y) => [red, x * 30, y * 30, 255]);

const CUBE = [
  'TITLE "red is green"',
  'LUT_3D_SIZE 2',
  '0 0 0',
  '0 1 0',
  '1 0 0',
  '1 1 0',
  '0 0 1',
  '0 1 1',
  '1 0 1',
  '1 1 1',
  '',
];

const GLSL = `#version 450
#include "../common/tint.glsl"
layout(location = 0) out vec4 color;
void main() { color = TINT; }
`;
const WGSL = `@fragment
fn shadowMain() -> @location(0) vec4f {
  return vec4f(0.5, 0.0, 0.0, 1.0);
}
`;
const SLANG = `#include "tint.glsl"
[shader("vertex")]
float4 skyMain(uint id : SV_VertexID) : SV_Position { return float(id) * TINT_OF_SLANG; }
`;
const TINT = `#pragma once
#define TINT vec4(1.0, 0.5, 0.25, 1.0)
#define TINT_OF_SLANG float4(1.0, 0.5, 0.25, 1.0)
`;

const CONFIG = `# A comment with an umlaut: ä
embed: ["Szenen/*.json"]
exclude: ["common/*"]
pack: true
plugins: ['.\\tools\\atlas.ts']
default:
  texture: { quality: fast }
  shader: { include: [common], reflection: true }
  font: { size: 24 }
  rules:
    - match: "Türen/*"
      texture: { wrap: clamp }
`;

/** Path → content. Images are the only sources that do not depend on the line ending. */
export function everyKind(lineEnding: LineEnding): Record<string, string | Uint8Array> {
  const lines = (content: string): string => content.replaceAll(/\r?\n/g, lineEnding);
  const material = text('assets/materials/props.mat')
    .replaceAll('textures/', 'Türen/')
    .replaceAll('brick', 'Ziegel 🧱');
  const library = text('assets/models/lighthouse.mtl')
    .replaceAll('../textures/', '..\\Türen\\')
    .replaceAll('brick', 'Ziegel 🧱');
  const fern = text('assets/models/fern.gltf')
    .replace('../textures/leaf.png', '..\\\\T%C3%BCren\\\\leaf.png')
    .replace('fern.bin', 'the%20fern.bin');
  return {
    'assetc.yml': lines(CONFIG),
    'tools/atlas.ts': lines(text('tools/atlas.ts')),
    'assets/Szenen/Straße 1.json': lines(text('assets/scene/level.json')),
    'assets/Models 🐉/Der Drache.glb': bytes('assets/models/dragon.glb'),
    'assets/models/fern ä.gltf': lines(fern),
    'assets/models/the fern.bin': bytes('assets/models/fern.bin'),
    'assets/models/Leuchtturm (neu).obj': lines(
      text('assets/models/lighthouse.obj').replace('lighthouse.mtl', 'Der Turm.mtl'),
    ),
    'assets/models/Der Turm.mtl': lines(library),
    'assets/materials/props & more.mat': lines(material),
    'assets/grade/größer.lut.cube': lines(CUBE.join('\n')),
    'assets/fonts/Righteous [1].ttf': bytes('assets/fonts/righteous.ttf'),
    'assets/sky/Abend.env.hdr': makeHdr(32, 16, (x, y) => [x / 8, y / 8, 1]),
    'assets/terrain/Grund.array/0.png': image(10),
    'assets/terrain/Grund.array/1.png': image(20),
    'assets/icons/ui.atlas/heart ♥.png': image(200),
    'assets/icons/ui.atlas/key.png': image(100),
    'assets/shaders/sky box.shader/sky.slang': lines(SLANG),
    'assets/shaders/sky box.shader/blur.frag': lines(GLSL.replace('../common', '../../common')),
    'assets/shaders/sky box.shader/shadow.wgsl': lines(WGSL),
    'assets/common/tint.glsl': lines(TINT),
    'assets/Türen/Ziegel 🧱.png': bytes('assets/textures/brick.png'),
    'assets/Türen/Ziegel 🧱.n.png': bytes('assets/textures/brick.n.png'),
    'assets/Türen/Ziegel 🧱.r.png': bytes('assets/textures/brick.r.png'),
    'assets/Türen/Ziegel 🧱.ao.png': bytes('assets/textures/brick.ao.png'),
    'assets/Türen/plaster.png': bytes('assets/textures/plaster.png'),
    'assets/Türen/leaf.png': bytes('assets/textures/leaf.png'),
    [`assets/${DEEP}`]: image(30),
  };
}
