// Paths that only Windows has: drives, servers, backslashes, names in other letters. What cannot be read gives the messages of other systems.

import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';
import { WindowsProject } from './windows-project.js';
import { wineMissing, winePrefix } from './wine.js';

const image = makePng(8, 8, (x, y) => [x * 8, y * 8, 9, 255]);

/** A triangle with one texture. */
const triangle = (uri: string): string =>
  JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [
      {
        byteLength: 36,
        uri: `data:;base64,${Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString('base64')}`,
      },
    ],
  });

const URIS = [
  'C:\\art\\a.png',
  'C:/art/a.png',
  'c:a.png',
  '\\\\server\\share\\a.png',
  '//server/share/a.png',
  'file:///C:/art/a.png',
  'T\\a b.png',
  'T/a%20b.png',
  't/A b.png',
  'T/a b.png.',
  'T/a b.png ',
  'T/nul',
  'nul',
  'T/a b.png:stream',
  'T/a b.png::$DATA',
  '..\\..\\a.png',
];

/** Each line once, in any order. */
const linesOf = (text: string): readonly string[] => [...new Set(text.split('\n'))].sort();

describe.skipIf(wineMissing !== undefined || !hasCli)('paths on Windows', () => {
  const projects: DiskProject[] = [];
  afterEach(() => {
    for (const made of projects.splice(0)) made.remove();
  });

  it('refer to the same files as on other systems', () => {
    const files = {
      'assets/T/a b.png': image,
      ...Object.fromEntries(URIS.map((uri, i) => [`assets/m${i}.gltf`, triangle(uri)])),
      'assets/o.obj':
        'mtllib C:\\x\\o.mtl\nmtllib \\\\server\\o.mtl\nmtllib o.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
      'assets/o.mtl':
        'newmtl a\nmap_Kd C:\\art\\a.png\nmap_d t\\a b.png\nmap_Ke T\\a b.png\nmap_Bump \\\\server\\share\\a.png\n',
      'assets/m.mat': '- name: a\n  textures: { baseColor: "C:\\\\art\\\\a.png" }\n',
      'assets/n.mat': '- name: a\n  textures: { baseColor: "t/a b.png" }\n',
      'assets/s.shader/a.frag':
        '#version 450\n#include "C:\\x\\y.glsl"\n#include "\\\\server\\y.glsl"\nvoid main() {}\n',
      'assets/t.shader/a.frag': '#version 450\n#include "COMMON.glsl"\nvoid main() {}\n',
      'assets/t.shader/common.glsl': '\n',
    };
    const [linux, windows] = [new DiskProject(files), new WindowsProject(files)];
    projects.push(linux, windows);
    const [expected, printed] = [linux.run(), windows.run()];
    expect(linesOf(printed.stderr)).toEqual(linesOf(expected.stderr));
    expect(printed.stderr).toContain('assets/m8.gltf#/images/0/uri: error gltf/missing-file: t/A b.png does not exist');
    expect(windows.hashTree()).toEqual(linux.hashTree());
    expect(Object.keys(windows.hashTree())).toContain('m6/tex_0.ktx2');
  });

  it('may name a drive or a server in the configuration', () => {
    const p = new WindowsProject({ 'assets/a ä.json': '1' });
    projects.push(p);
    // Wine finds \\server\share in this folder.
    const servers = join(winePrefix(), 'dosdevices/unc/assetc-server');
    mkdirSync(servers, { recursive: true });
    const link = join(servers, basename(p.root));
    symlinkSync(p.root, link);
    try {
      const share = `\\\\assetc-server\\${basename(p.root)}`;
      const config = (input: string, output: string): string =>
        `input: '${input}'\noutput: '${output}'\ncache: { dir: '${share}\\store' }\nembed: ["*.json"]\npack: true\n`;
      p.write('assetc.yml', config(`${share}\\assets`, p.windowsPath('out put')));
      expect(p.run()).toMatchObject({ status: 0, stderr: '' });
      expect([p.read('out put/a ä.json'), existsSync(p.path('store'))]).toEqual(['1', true]);
      p.write('assetc.yml', config(p.windowsPath('assets'), `${share}\\out`));
      const { status, stdout } = p.run();
      expect([status, stdout]).toEqual([0, expect.stringContaining(`packed ${share}\\out.hpack: 2 files`)]);
      expect(p.run(['check'])).toMatchObject({ status: 0, stdout: expect.stringContaining(`checked ${share}\\out: `) });
      expect(p.hashTree('out')).toEqual(p.hashTree('out put'));
      expect(p.run().stdout).toMatch(/^0 built, 1 cached/m);
      expect(p.run(['clean'])).toMatchObject({ status: 0 });
      expect(existsSync(p.path('out/a ä.json'))).toBe(false);
    } finally {
      rmSync(link);
    }
  });
});
