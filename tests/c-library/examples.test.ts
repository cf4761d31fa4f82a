// Builds the programs in packages/formats/c/example, and compares their output with the SDK.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodeHanim,
  decodeHfont,
  decodeHman,
  decodeHmat,
  decodeHmesh,
  decodeHpack,
  decodeKtx2,
  encodeHpack,
} from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeBlocks } from '../docs/code-blocks.js';
import { cCompiler, compile, hasVulkan, root, run } from './c-compiler.js';
import { drawModel } from './draw-model.js';
import { modelPack } from './model-pack.js';

const EXAMPLES = ['hmesh-info', 'pack-list', 'pose', 'draw-model'];
const source = (name: string): string => join(root, 'packages/formats/c/example', `${name}.c`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-examples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(cCompiler === undefined)('examples of assetc.h', () => {
  it.each(EXAMPLES)('%s compiles without a warning', (name) => {
    expect(compile({ source: source(name), output: join(folder, name) })).toBe('');
  });

  it('the C of the guides compiles', () => {
    const blocks = codeBlocks().filter(
      ({ language, text }) => language === 'c' && (hasVulkan || !text.includes('<vulkan/')),
    );
    expect(blocks.length).toBeGreaterThan(0);
    for (const { at, text } of blocks) {
      const file = join(folder, `${at.replaceAll(/\W/g, '-')}.c`);
      writeFileSync(file, text);
      expect(compile({ source: file, output: `${file}.o`, flags: ['-fsyntax-only'] })).toBe('');
    }
  });

  it('lists a pack', () => {
    const golden = (name: string) => new Uint8Array(readFileSync(join(root, 'packages/formats/goldens', name)));
    const broken = golden('chair.hmat').slice(0, 100);
    const pack = encodeHpack([
      { path: 'a/quad.hmesh', bytes: golden('quad.hmesh') },
      { path: 'a/quad.hmat', bytes: golden('chair.hmat') },
      { path: 'a/walk.hanim', bytes: golden('walk.hanim') },
      { path: 'assets.hman', bytes: golden('assets.hman') },
      { path: 'broken.hmat', bytes: broken },
      { path: 'old.hmesh', bytes: golden('quad-v1.hmesh') },
      { path: 'tex/cube.ktx2', bytes: golden('uastc-cube.ktx2') },
      { path: 'ui/font.hfont', bytes: golden('font.hfont') },
      { path: 'ui/notes.txt', bytes: new Uint8Array(3) },
    ]);
    const path = join(folder, 'a.hpack');
    writeFileSync(path, pack);
    const { status, stdout } = run(join(folder, 'pack-list'), [path]);
    const mesh = decodeHmesh(golden('quad.hmesh'));
    const clips = decodeHanim(golden('walk.hanim')).map(({ name, duration }) => ` "${name}" ${duration} s`);
    const cube = decodeKtx2(golden('uastc-cube.ktx2'));
    const triangles = mesh.indices.length / 3;
    const said: Record<string, string> = {
      'a/quad.hmat': ` ${decodeHmat(golden('chair.hmat')).length} materials`,
      'a/quad.hmesh': ` ${mesh.desc.vertexCount} vertices, ${triangles} triangles, ${mesh.skin?.joints.length} joints`,
      'a/walk.hanim': clips.join(''),
      'assets.hman': ` ${decodeHman(golden('assets.hman')).entries.length} assets`,
      'broken.hmat': ' truncated at byte 100: HmatHeader.count',
      'old.hmesh': ' 4 vertices, version 1',
      'tex/cube.ktx2': ` ${cube.pixelWidth} x ${cube.pixelHeight}, ${cube.levels.length} levels, vkFormat ${cube.vkFormat}`,
      'ui/font.hfont': ` ${decodeHfont(golden('font.hfont')).glyphCount} glyphs`,
      'ui/notes.txt': '',
    };
    const lines = decodeHpack(pack).entries.map(({ path: name, size }) => `${name}: ${size} bytes,${said[name]}`);
    expect(stdout.split('\n').slice(0, -1)).toEqual(lines);
    expect(lines.length).toBe(9);
    expect(status).toBe(1);
  });

  it('draws a model as its twin does', async () => {
    const { pack, mesh, materials, hash, ktx2 } = await modelPack();
    const path = join(folder, 'model.hpack');
    writeFileSync(path, pack);
    const output = join(folder, 'model.ppm');
    expect(run('sh', ['-c', '"$0" "$1" models/balls > "$2"', join(folder, 'draw-model'), path, output]).stderr).toBe(
      '',
    );
    const picture = new Uint8Array(readFileSync(output)).subarray('P6\n160 160\n255\n'.length);
    const twin = drawModel(mesh, materials, (wanted) => (wanted === hash ? decodeKtx2(ktx2) : undefined));
    expect(picture.length).toBe(twin.length);
    let [worst, lit] = [0, 0];
    for (let i = 0; i < twin.length; i++) {
      worst = Math.max(worst, Math.abs((picture[i] ?? 0) - (twin[i] ?? 0)));
      if ((twin[i] ?? 0) > 0) lit++;
    }
    expect(worst).toBeLessThanOrEqual(1);
    expect(lit).toBeGreaterThan(twin.length / 8);
    expect(new Set(twin).size).toBeGreaterThan(100);
  });
});
