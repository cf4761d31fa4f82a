// The plug-ins that the guide shows, built from their folders under examples/ and read as an engine would read them.

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PNG } from 'pngjs';
import { afterEach, describe, expect, it } from 'vitest';
import { readLevel } from '../../examples/level/read-level.js';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { check } from '../../packages/compiler/src/index.js';
import { decodeHman, decodeKtx2, readLevel as readTexels } from '../../packages/formats/src/index.js';
import { PluginProject } from './plugin-project.js';

const examples = resolve(import.meta.dirname, '../../examples');
let project: PluginProject | undefined;
afterEach(() => project?.remove());

function levels(): PluginProject {
  project = new PluginProject({});
  cpSync(join(examples, 'level'), project.folder, { recursive: true });
  return project;
}

const hashOf = (of: PluginProject, path: string): bigint | undefined =>
  decodeHman(of.read('runtime/assets.hman')).entries.find((entry) => entry.path === path)?.hash;

describe('the example of levels', () => {
  it('becomes one binary, whose references the manifest knows', async () => {
    const own = levels();
    expect(await own.build()).toMatchObject({ status: 'ok', warnings: 0 });
    const crate = hashOf(own, 'crate.hmesh');
    const sand = hashOf(own, 'sand.ktx2');
    expect([typeof crate, typeof sand, typeof hashOf(own, 'cove.level')]).toEqual(['bigint', 'bigint', 'bigint']);
    expect(readLevel(own.read('runtime/cove.level'))).toEqual({
      ground: sand,
      things: [
        { mesh: crate, texture: 0n, at: [1, 0, 2], turn: 45 },
        { mesh: crate, texture: sand, at: [-1.5, 0.5, 0.25], turn: 0 },
        { mesh: crate, texture: 0n, at: [0, 2, 0], turn: 0 },
      ],
    });
    expect(await check({ path: join(own.folder, 'runtime') })).toMatchObject({ ok: true, diagnostics: [] });
  });

  it('is rebuilt by what it includes and by its settings, and by nothing else', async () => {
    const own = levels();
    await own.build();
    const rebuilt = async () =>
      (await own.build()).assets.filter(({ status }) => status !== 'cached').map(({ id }) => id);
    expect(await rebuilt()).toEqual([]);
    own.write('assets/lamps.json', '{ "things": [] }');
    expect(await rebuilt()).toEqual(['cove.level.json']);
    expect(readLevel(own.read('runtime/cove.level')).things).toHaveLength(2);
    own.write('assetc.yml', 'plugins: [./tools/levels.ts]\ndefault: { level: { scale: 2 } }\n');
    expect(await rebuilt()).toEqual(['cove.level.json']);
    own.write('tools/levels.ts', `${readFileSync(join(examples, 'level/tools/levels.ts'), 'utf8')}\n// Edited.\n`);
    expect(await rebuilt()).toEqual(['cove.level.json']);
    own.write('assets/crate.obj', `${readFileSync(join(examples, 'level/assets/crate.obj'), 'utf8')}v 0 0 9\n`);
    expect(await rebuilt()).toEqual(['crate.obj']);
    // A setting that only changes texels does not rebuild assets that refer to the texture.
    const level = 'default: { level: { scale: 2 }, texture: { quality: max } }';
    own.write('assetc.yml', `plugins: [./tools/levels.ts]\n${level}\n`);
    expect(await rebuilt()).toEqual(['sand.png']);
  });

  it('says what is wrong with a level, where it stands', async () => {
    const own = levels();
    own.write(
      'assets/cove.level.json',
      '{ "ground": "sand.png", "things": [{ "mesh": 3 }, { "mesh": "crate.obj", "at": [1] }] }',
    );
    expect(await own.complaints()).toMatchObject([
      { code: 'plugin/error', file: 'cove.level.json', where: { pointer: '/things/0' } },
      { code: 'plugin/error', file: 'cove.level.json', where: { pointer: '/things/1' } },
    ]);
    own.write('assets/cove.level.json', '{ "ground": "gone.png" }');
    expect(await own.complaints()).toMatchObject([
      { code: 'plugin/bad-ref', message: expect.stringContaining('gone.png') },
    ]);
  });

  it.skipIf(spawnSync('cc', ['--version']).status !== 0)('is read in place by C', async () => {
    const own = levels();
    await own.build();
    const source = `#include "${join(examples, 'level/read-level.c')}"
#include <stdio.h>
static _Alignas(8) unsigned char bytes[4096];
int main(void) {
  const level_header *level = level_open(bytes, fread(bytes, 1, sizeof bytes, stdin));
  if (level == NULL) return 1;
  const level_thing *things = (const level_thing *)(level + 1);
  for (uint32_t i = 0; i < level->thing_count; i++)
    printf("%llu %g %g %g %g\\n", (unsigned long long)things[i].mesh, things[i].at[0], things[i].at[1], things[i].at[2], things[i].turn);
  return 0;
}
`;
    writeFileSync(join(own.folder, 'main.c'), source);
    const compiled = spawnSync('cc', ['-std=c11', '-Wall', '-Wextra', '-Werror', '-o', 'main', 'main.c'], {
      cwd: own.folder,
      encoding: 'utf8',
    });
    expect(compiled.stderr).toBe('');
    const run = (bytes: Uint8Array) => spawnSync(join(own.folder, 'main'), { input: bytes, encoding: 'utf8' });
    const crate = hashOf(own, 'crate.hmesh');
    expect(run(own.read('runtime/cove.level')).stdout).toBe(
      `${crate} 1 0 2 45\n${crate} -1.5 0.5 0.25 0\n${crate} 0 2 0 0\n`,
    );
    expect(run(own.read('runtime/cove.level').subarray(0, 60)).status).toBe(1);
    expect(run(own.read('assets/crate.obj')).status).toBe(1);
  });
});

describe('the sprite sheets of the demo', () => {
  const names = ['coin', 'gem', 'heart', 'key'];
  const iconsOf = (folder: string, name: string) => PNG.sync.read(readFileSync(join(folder, `${name}.png`)));

  function icons(config = ''): PluginProject {
    project = new PluginProject({
      'assetc.yml': `plugins: [./tools/atlas.ts]\ndefault: { texture: { compress: false, mips: false } }\n${config}`,
    });
    cpSync(join(examples, 'demo/tools'), join(project.folder, 'tools'), { recursive: true });
    cpSync(join(examples, 'demo/assets/ui'), join(project.folder, 'assets/ui'), { recursive: true });
    return project;
  }

  it('hold every sprite at the place that the table names', async () => {
    const own = icons();
    expect(await own.build()).toMatchObject({ status: 'ok', warnings: 0 });
    const table = own.read('runtime/ui/icons.sprites');
    const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
    expect(view.getBigUint64(8, true)).toBe(hashOf(own, 'ui/icons.ktx2'));
    expect(view.getUint32(16, true)).toBe(names.length);
    const { levels: stored, pixelWidth } = decodeKtx2(own.read('runtime/ui/icons.ktx2'));
    const zstd = await loadZstd();
    const [level] = stored;
    if (level === undefined) throw new Error('there is no level');
    const texels = readTexels(level, (frame, length) => zstd.decompress(frame, length));
    for (const [i, name] of names.entries()) {
      const row = 24 + i * 16;
      const [x = 0, y = 0, width = 0, height = 0] = [0, 2, 4, 6].map((offset) => view.getUint16(row + offset, true));
      const at = view.getUint32(row + 8, true);
      expect(new TextDecoder().decode(table.subarray(at, at + view.getUint32(row + 12, true)))).toBe(name);
      const sprite = iconsOf(join(examples, 'demo/assets/ui/icons.atlas'), name);
      expect([width, height]).toEqual([sprite.width, sprite.height]);
      for (let line = 0; line < height; line++) {
        const from = ((y + line) * pixelWidth + x) * 4;
        const shown = Buffer.from(texels.subarray(from, from + width * 4));
        expect(shown.equals(sprite.data.subarray(line * width * 4, (line + 1) * width * 4))).toBe(true);
      }
    }
  });

  it('are made again when a sprite comes or goes, and refuse what does not fit', async () => {
    const own = icons();
    await own.build();
    own.delete('assets/ui/icons.atlas/gem.png');
    const { assets } = await own.build();
    const made = assets.filter(({ status }) => status !== 'cached');
    expect(made.map(({ id, reasons }) => [id, ...new Set(reasons)])).toEqual([
      ['ui/icons.atlas', 'ui/icons.atlas/gem.png is gone'],
    ]);
    own.write('assetc.yml', 'plugins: [./tools/atlas.ts]\ndefault: { atlas: { maxSize: 32 } }\n');
    expect(await own.complaints()).toMatchObject([
      { code: 'plugin/error', message: expect.stringContaining('do not fit') },
    ]);
    own.write('assetc.yml', 'plugins: [./tools/atlas.ts]\ndefault:\n  atlas: { gap: 99 }\n');
    expect(await own.complaints()).toMatchObject([{ severity: 'error', where: { line: 3, column: 17 } }]);
  });
});

describe('the guide', () => {
  const page = readFileSync(resolve(examples, '../docs/guide/plugins.md'), 'utf8');

  it.each([
    ['ts', 'level/tools/levels.ts'],
    ['ts', 'level/read-level.ts'],
    ['c', 'level/read-level.c'],
    ['ts', 'demo/tools/atlas.ts'],
  ])('shows as %s what is in %s', (language, path) => {
    expect(page).toContain(`\`\`\`${language}\n${readFileSync(join(examples, path), 'utf8')}\`\`\`\n`);
  });
});
