// Names that Windows cannot have. They come from other systems, for example in an archive; builds on Windows report them and build the rest.

import { afterAll, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';
import { WindowsProject } from './windows-project.js';
import { wineMissing } from './wine.js';

const FILES = {
  'assetc.yml': 'embed: ["*.json"]\npack: true\n',
  'assets/con.png': makePng(4, 4, () => [1, 2, 3, 255]),
  'assets/aux/x.json': '1',
  'assets/dots./y.json': '2',
  'assets/space /z.json': '3',
  'assets/what?.json': '4',
  'assets/a:b.json': '5',
  'assets/p|pe.json': '6',
  'assets/Case/a.json': '7',
  'assets/case/b.json': '8',
  'assets/Two.json': '9',
  'assets/two.json': '10',
  'assets/good.json': '11',
};

const warningsIn = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.includes('build/unportable-name'));

describe.skipIf(wineMissing !== undefined || !hasCli)('names that Windows cannot have', () => {
  const [linux, windows] = [new DiskProject(FILES), new WindowsProject(FILES)];
  afterAll(() => {
    for (const project of [linux, windows]) project.remove();
  });

  it('are reported there as elsewhere, and crash nothing', () => {
    const [expected, printed] = [linux.run(), windows.run()];
    expect(warningsIn(expected.stderr)).toHaveLength(8);
    expect(warningsIn(printed.stderr)).toEqual(warningsIn(expected.stderr));
    for (const { status, stderr } of [expected, printed]) {
      expect(status).toBe(1);
      expect(stderr).toContain('assets/Two.json: error build/output-collision: ');
      expect(stderr).toContain('assets/a:b.json: error build/bad-output: ');
      expect(stderr).not.toContain('internal');
    }
    expect(windows.read('runtime/good.json')).toBe('11');
    expect(windows.hashTree()['con.ktx2']).toBe(linux.hashTree()['con.ktx2']);
  });

  it('are removed by clean', () => {
    const { status, stderr } = windows.run(['clean']);
    expect([status, stderr]).toEqual([0, '']);
    expect(windows.hashTree()).toEqual({});
  });
});
