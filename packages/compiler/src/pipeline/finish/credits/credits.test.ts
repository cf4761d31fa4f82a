// Credits in packs: where they are found, what wins, and that a build notices when they change.

import { decodeHpack } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { MemoryProject } from '../../testing/memory-project.js';
import { annotated, annotationsOf, licenseFile, tagsOf } from './spdx.js';

const CONFIG = { pack: true, embed: ['*'], exclude: ['*.license', '*.toml'], licenses: 'collect' } as const;

function creditsOf(project: MemoryProject, part = ''): unknown {
  const pack = decodeHpack(project.host.readFile(`/project/runtime${part}.hpack`));
  const file = (path: string) => pack.entries.find((entry) => entry.path === path)?.bytes;
  const text = file('assetc/credits.txt');
  const json = file('assetc/credits.json');
  if (json === undefined) return undefined;
  return { ...JSON.parse(new TextDecoder().decode(json)), text: new TextDecoder().decode(text) };
}

function glb(copyright: string): string {
  const json = JSON.stringify({ asset: { version: '2.0', copyright } });
  const head = Buffer.alloc(20);
  head.write('glTF', 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(json.length, 12);
  return head.toString('latin1') + json;
}

describe('credits', () => {
  it('are found next to a file, in it, and in the nearest REUSE.toml', async () => {
    const project = new MemoryProject(
      {
        'REUSE.toml': '[[annotations]]\npath = "**"\nSPDX-License-Identifier = "MIT"\n',
        'a/REUSE.toml': `[[annotations]]\npath = ["*.png", 'b/*.wav']\nSPDX-FileCopyrightText = "2023 Ann \\"A\\""\nSPDX-License-Identifier = [\n "CC0-1.0" ]\n`,
        'a/1.png': 'x',
        'a/b/2.wav': 'x',
        'a/3.json': '{}',
        'a/4.png': 'x',
        'a/4.png.license': 'SPDX-FileCopyrightText: 2020 Bo\r\nSPDX-License-Identifier: CC-BY-4.0\n',
        'a/5.frag': '// SPDX-License-Identifier: Zlib\n/* SPDX-FileCopyrightText: 2021 Cy */\n',
        'a/6.gltf': '{"asset":{"copyright":" 2022 Di "}}',
        'a/7.glb': glb('2022 Di'),
        'a/8.glb': 'glTF broken',
        'a/9.txt': 'x',
        'a/9.txt.license': 'You may use it.\nAlways.\n',
      },
      CONFIG,
    );
    expect(await project.build()).toMatchObject({ status: 'ok' });
    expect(creditsOf(project)).toEqual({
      format: 'assetc credits',
      version: 1,
      credits: [
        { licenses: ['CC0-1.0'], copyrights: ['2023 Ann "A"'], files: ['a/1.png', 'a/b/2.wav'] },
        { licenses: ['MIT'], copyrights: [], files: ['a/3.json', 'a/8.glb'] },
        { licenses: ['CC-BY-4.0'], copyrights: ['2020 Bo'], files: ['a/4.png'] },
        { licenses: ['Zlib'], copyrights: ['2021 Cy'], files: ['a/5.frag'] },
        { licenses: [], copyrights: ['2022 Di'], files: ['a/6.gltf', 'a/7.glb'] },
        { licenses: ['You may use it.\nAlways.'], copyrights: [], files: ['a/9.txt'] },
      ],
      text: expect.stringContaining('a/4.png\n  2020 Bo\n  CC-BY-4.0\n\na/5.frag\n'),
    });
  });

  it('change the pack when they change, and only then', async () => {
    const project = new MemoryProject({ 'a.json': '1', 'a.json.license': 'SPDX-License-Identifier: MIT' }, CONFIG);
    await project.build();
    expect(await project.build()).toMatchObject({ pack: 'unchanged' });
    project.write('a.json.license', 'SPDX-License-Identifier: Zlib');
    expect(await project.build()).toMatchObject({ pack: 'written' });
    expect(creditsOf(project)).toMatchObject({ credits: [{ licenses: ['Zlib'] }] });
    const { licenses: _, ...config } = project.config;
    project.config = config;
    expect(await project.build()).toMatchObject({ pack: 'written' });
    expect(creditsOf(project)).toBeUndefined();
  });

  it('of several packs are those of their own files', async () => {
    const packs = [
      { name: 'b', globs: ['b/*'] },
      { name: 'rest', globs: ['*'] },
    ];
    const license = (name: string) => `SPDX-License-Identifier: ${name}`;
    const sources = { 'a/1.txt': license('A'), 'b/2.txt': license('B') };
    const project = new MemoryProject(sources, { ...CONFIG, pack: false, packs });
    await project.build();
    expect(creditsOf(project, '.b')).toMatchObject({ credits: [{ licenses: ['B'], files: ['b/2.txt'] }] });
    expect(creditsOf(project, '.rest')).toMatchObject({ credits: [{ licenses: ['A'], files: ['a/1.txt'] }] });
  });

  it('are required of each source, if the configuration says so', async () => {
    const project = new MemoryProject({ 'a.json': '1', 'b.json': '2', 'b.json.license': 'mine' }, CONFIG);
    await project.build();
    const before = project.host.readFile('/project/runtime.hpack');
    project.config = { ...project.config, licenses: 'require' };
    const { diagnostics, status } = await project.build();
    expect(status).toBe('failed');
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([['build/no-license', 'a.json']]);
    expect(project.host.readFile('/project/runtime.hpack')).toEqual(before);
  });
});

describe('tags', () => {
  it('end with the line or the comment', () => {
    expect(tagsOf('<!-- SPDX-License-Identifier: MIT OR Zlib -->\r\n# SPDX-FileCopyrightText: © 2020 É')).toEqual({
      licenses: ['MIT OR Zlib'],
      copyrights: ['© 2020 É'],
    });
    expect(licenseFile('SPDX-FileCopyrightText: x\n\nlong text').licenses).toEqual([]);
  });

  it('of the last matching annotation count', () => {
    const list = annotationsOf(
      '[[annotations]]\npath="*"\nSPDX-License-Identifier="A"\n[[annotations]]\npath="b*"\nSPDX-License-Identifier="B"\n',
    );
    expect(annotated(list, 'b.txt')?.licenses).toEqual(['B']);
    expect(annotated(list, 'c/d.txt')?.licenses).toEqual(['A']);
    expect(annotated([], 'a')).toBeUndefined();
  });
});
