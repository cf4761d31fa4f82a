// Variants through the built command line: names, the index, what a change compiles again, and modules equal to those without variants.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHman, decodeHvar, findVariant, NO_MODULE } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cCompiler, compile } from '../c-library/c-compiler.js';
import { DiskProject } from '../support/disk-project.js';

const BUNDLED = { SLANGC: '', PATH: '' };
const demo = join(import.meta.dirname, '../../examples/demo/assets/shaders');

const SHADOW = 'float shadowAt(vec3 p) { return step(0.5, fract(p.x * 7.0 + p.z)); }\n';
const LIT = `#version 450
#include "light.glsl"
#if SHADOWS
#include "shadow.glsl"
#endif
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 place;
layout(location = 0) out vec4 color;
void main() {
  vec3 light = lightFrom(normalize(normal));
#if SHADOWS
  light *= shadowAt(place);
#endif
#ifdef FOG
  light = mix(light, vec3(0.5), clamp(length(place) * 0.01, 0.0, 1.0));
#endif
  color = vec4(light, 1);
}
`;
const LIGHT = `#ifndef QUALITY
#define QUALITY 1
#endif
#if QUALITY == 0
vec3 lightFrom(vec3 n) { return vec3(n.y); }
#else
vec3 lightFrom(vec3 n) { vec3 sum = vec3(0); for (int i = 0; i < QUALITY * 4; i++) sum += max(n.y, 0.0) * STRENGTH; return sum; }
#endif
`;
const VERTEX = `#version 450
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 place;
void main() { normal = position; place = position; gl_Position = vec4(position, 1); }
`;
const VARIANTS = 'variants: { SHADOWS: [0, 1], QUALITY: [0, 1, 2], FOG: [false, true] }';
const config = (more: string) => `default:\n  shader: { defines: { STRENGTH: 0.5 }, ${more} }\n`;
const SOURCES = {
  'assets/lit.shader/lit.frag': LIT,
  'assets/lit.shader/lit.vert': VERTEX,
  'assets/lit.shader/light.glsl': LIGHT,
  'assets/lit.shader/shadow.glsl': SHADOW,
};

const project = new DiskProject({ 'assetc.yml': config(VARIANTS), ...SOURCES });
afterAll(() => project.remove());

function build(of = project, args: readonly string[] = ['-q']): void {
  const { status, stderr } = of.run(['build', ...args], BUNDLED);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

/** What was compiled for a root in a variant. */
const parts = (of = project): readonly string[] =>
  readdirSync(of.path('.cache'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\/part\/..\/[0-9a-f]{64}$/.test(path))
    .sort();

const modules = (of = project): readonly string[] =>
  readdirSync(of.path('runtime/lit'))
    .filter((name) => name.endsWith('.spv'))
    .sort();

beforeAll(() => build());

describe('variants of a shader', () => {
  it('are named by their macros, in the order of the configuration, and equal ones are one file', () => {
    const all = [0, 1].flatMap((shadows) =>
      [0, 1, 2].flatMap((quality) =>
        ['false', '1'].map((fog) => `fragment.SHADOWS=${shadows}.QUALITY=${quality}.FOG=${fog}.spv`),
      ),
    );
    expect(modules()).toEqual([...all, 'vertex.SHADOWS=0.QUALITY=0.FOG=false.spv'].sort());
    // The vertex shader mentions no macro, so that it is compiled once.
    expect(parts()).toHaveLength(13);
  });

  it('are found by their defines, and listed in the manifest', () => {
    const index = decodeHvar(readFileSync(project.path('runtime/lit/variants.hvar')));
    const manifest = decodeHman(readFileSync(project.path('runtime/assets.hman'))).entries;
    const listed = new Map(manifest.map(({ path, hash }) => [path, hash]));
    expect([...index.cells].includes(NO_MODULE)).toBe(false);
    for (const SHADOWS of [0, 1])
      for (const QUALITY of [0, 1, 2])
        for (const FOG of [false, true]) {
          const found = findVariant(index, 'fragment', { SHADOWS, QUALITY, FOG });
          expect(found?.path).toBe(`lit/fragment.SHADOWS=${SHADOWS}.QUALITY=${QUALITY}.FOG=${FOG ? '1' : 'false'}.spv`);
          expect(listed.get(found?.path ?? '')).toBe(found?.hash);
          expect(findVariant(index, 'vertex', { SHADOWS, QUALITY, FOG })?.path).toBe(
            'lit/vertex.SHADOWS=0.QUALITY=0.FOG=false.spv',
          );
        }
    expect(manifest.find(({ path }) => path === 'lit/variants.hvar')?.kind).toBe('embed');
  });

  it.skipIf(cCompiler === undefined)('are found in C', () => {
    writeFileSync(
      project.path('find.c'),
      `#define ASSETC_IMPLEMENTATION
#include "assetc.h"
#include <stdio.h>
static uint64_t file[1 << 12];
int main(void) {
  AssetcVariants variants;
  AssetcDefine defines[] = { { "FOG", "1" }, { "SHADOWS", "0" }, { "QUALITY", "2" } };
  FILE *in = fopen("runtime/lit/variants.hvar", "rb");
  size_t size = in == NULL ? 0 : fread(file, 1, sizeof file, in);
  AssetcText path;
  if (!assetc_variants_open(&variants, file, size, NULL)) return 1;
  path = assetc_variants_path(&variants, assetc_variants_find(&variants, "fragment", defines, 3));
  printf("%.*s\\n", (int)path.length, path.data);
  defines[0].value = "false";
  path = assetc_variants_path(&variants, assetc_variants_find(&variants, "fragment", defines, 3));
  printf("%.*s\\n", (int)path.length, path.data);
  defines[0].value = "2";
  return assetc_variants_find(&variants, "fragment", defines, 3) != UINT32_MAX ||
         assetc_variants_find(&variants, "fragment", defines, 2) != UINT32_MAX ||
         assetc_variants_find(&variants, "compute", defines, 3) != UINT32_MAX;
}
`,
    );
    expect(compile({ source: project.path('find.c'), output: project.path('find') })).toBe('');
    const { status, stdout } = spawnSync(project.path('find'), [], { cwd: project.root, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'lit/fragment.SHADOWS=0.QUALITY=2.FOG=1.spv\nlit/fragment.SHADOWS=0.QUALITY=2.FOG=false.spv\n',
    });
  });

  it('are what defines alone would give', () => {
    const single = new DiskProject(SOURCES);
    try {
      for (const [shadows, quality, fog] of [
        [0, 0, 'false'],
        [1, 2, 'true'],
        [0, 1, 'true'],
      ] as const) {
        single.write(
          'assetc.yml',
          `default: { shader: { defines: { STRENGTH: 0.5, SHADOWS: ${shadows}, QUALITY: ${quality}, FOG: ${fog} } } }\n`,
        );
        build(single);
        const name = `fragment.SHADOWS=${shadows}.QUALITY=${quality}.FOG=${fog === 'true' ? '1' : 'false'}.spv`;
        expect(project.hashFile(`runtime/lit/${name}`)).toBe(single.hashFile('runtime/lit/fragment.spv'));
      }
    } finally {
      single.remove();
    }
  });

  it('do nothing in a second build, and pass check', () => {
    expect(project.listAssets((status) => status !== 'cached')).toEqual([]);
    const { status, stderr } = project.run(['check']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(project.run(['info', 'runtime/lit/variants.hvar']).stdout).toMatch(
      /SHADOWS: 0, 1.*QUALITY: 0, 1, 2.*FOG: false, 1.*24 variants of 2 entry points, 13 modules/s,
    );
  });

  it('are compiled again only if a file that they read changes', () => {
    const before = parts();
    const tree = project.hashTree();
    project.write('assets/lit.shader/shadow.glsl', SHADOW.replace('7.0', '9.0'));
    build();
    expect(parts().filter((part) => !before.includes(part))).toHaveLength(6);
    const changed = Object.entries(project.hashTree()).filter(([path, hash]) => tree[path] !== hash);
    expect(changed.map(([path]) => path).filter((path) => path.endsWith('.spv'))).toEqual(
      modules()
        .filter((name) => name.includes('SHADOWS=1'))
        .map((name) => `lit/${name}`),
    );
    const after = parts();
    project.write('assets/lit.shader/light.glsl', `${LIGHT}// more\n`);
    build();
    expect(parts().filter((part) => !after.includes(part))).toHaveLength(12);
  });

  it('are the same without the store', () => {
    const tree = project.hashTree();
    const made = parts();
    build(project, ['-q', '--no-cache']);
    expect(project.hashTree()).toEqual(tree);
    expect(parts()).toEqual(made);
  });

  it('are missed by check', () => {
    const [name = ''] = modules();
    const bytes = readFileSync(project.path(`runtime/lit/${name}`));
    project.removeSource(`runtime/lit/${name}`);
    expect(project.run(['check']).stderr).toContain(`its module lit/${name} does not exist`);
    project.write(`runtime/lit/${name}`, bytes);
  });
});

describe('the number of variants', () => {
  const messages = (more: string) => {
    project.write('assetc.yml', config(more));
    const { status, stderr } = project.run(['build', '-q'], BUNDLED);
    expect(status).toBe(1);
    return stderr;
  };

  it('is limited before anything is compiled', () => {
    const made = parts();
    expect(messages(`${VARIANTS}, maxVariants: 11`)).toMatch(
      /lit\.shader: error shader\/too-many-variants: .*12 combinations; shader\.maxVariants allows 11/,
    );
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => i).join();
    expect(messages(`variants: { A: [${numbers(300)}], B: [${numbers(300)}] }`)).toMatch(/90000 combinations/);
    expect(parts()).toEqual(made);
  });

  it('is smaller without those that are excluded', () => {
    project.write(
      'assetc.yml',
      config(`${VARIANTS}, excludeVariants: [{ SHADOWS: 1, QUALITY: [0, 1] }], maxVariants: 8`),
    );
    build();
    expect(modules()).toHaveLength(9);
    const index = decodeHvar(readFileSync(project.path('runtime/lit/variants.hvar')));
    expect(findVariant(index, 'fragment', { SHADOWS: 1, QUALITY: 1, FOG: true })).toBeUndefined();
    expect(findVariant(index, 'fragment', { SHADOWS: 1, QUALITY: 2, FOG: true })?.path).toContain(
      'SHADOWS=1.QUALITY=2',
    );
  });

  it.each([
    ['excludeVariants: [{ RAIN: 1 }]', 'names RAIN, which does not vary'],
    ['excludeVariants: [{ FOG: 3 }]', 'FOG is never 3'],
    ['excludeVariants: [{}]', 'excludes every combination'],
  ])('cannot be what %s says', (more, wanted) => {
    expect(messages(`${VARIANTS}, ${more}`)).toContain(wanted);
  });

  it('follows the order of the macros, also if nothing else changed', () => {
    project.write('assetc.yml', config('variants: { QUALITY: [0, 1], SHADOWS: [0] }'));
    build();
    expect(modules()).toContain('fragment.QUALITY=1.SHADOWS=0.spv');
    project.write('assetc.yml', config('variants: { SHADOWS: [0], QUALITY: [0, 1] }'));
    build();
    expect(modules()).toContain('fragment.SHADOWS=0.QUALITY=1.spv');
    expect(modules()).not.toContain('fragment.QUALITY=1.SHADOWS=0.spv');
  });

  it('does not hide which variant has a mistake', () => {
    project.write('assets/lit.shader/shadow.glsl', 'float shadowAt(vec3 p) { return nothing; }\n');
    expect(messages(VARIANTS)).toMatch(
      /shadow\.glsl:1:\d+: error shader\/error: .*\(with SHADOWS=1, QUALITY=0, FOG=false\)/,
    );
  });
});

describe('variants of a Slang shader', () => {
  const lit = readFileSync(join(demo, 'lit.shader/lit.slang'), 'utf8');
  const lighting = readFileSync(join(demo, 'common/lighting.slang'), 'utf8');

  it('compile what they import, 2 × 3 × 2 of the shader of the demo', () => {
    const slang = new DiskProject({
      'assetc.yml': `default:\n  shader: { include: [common], variants: { SHADOWS: [0, 1], QUALITY: [0, 1, 2], FOG: [0, 1] } }\nexclude: ["common/*"]\n`,
      'assets/common/lighting.slang': lighting,
      'assets/common/shadow.slang': 'module shadow;\npublic float shadowOf(float x) { return frac(x * 3.0); }\n',
      'assets/lit.shader/lit.slang': lit.replace(
        /\[shader\("fragment"\)\]/,
        `#if SHADOWS
import shadow;
#endif
float extra(float x) {
  float result = x * (QUALITY + 1);
#if SHADOWS
  result *= shadowOf(x);
#endif
  return FOG != 0 ? result * 0.5 : result;
}
[shader("fragment")] float4 extraMain(float x : X) : SV_Target { return extra(x); }
$&`,
      ),
    });
    try {
      build(slang);
      const index = decodeHvar(readFileSync(slang.path('runtime/lit/variants.hvar')));
      const extra = index.modules.filter(({ path }) => path.startsWith('lit/extra.'));
      expect(extra).toHaveLength(12);
      // Every other entry point is the same in all of them.
      expect(index.modules).toHaveLength(12 + index.entries.length - 1);
      const before = parts(slang);
      expect(before).toHaveLength(12);
      slang.write(
        'assets/common/shadow.slang',
        'module shadow;\npublic float shadowOf(float x) { return frac(x * 5.0); }\n',
      );
      build(slang);
      expect(parts(slang).filter((part) => !before.includes(part))).toHaveLength(6);
    } finally {
      slang.remove();
    }
  });
});
