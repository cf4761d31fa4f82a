// Make and Ninja read the depfile of assetc build: nothing changed, a changed, new, renamed or removed file, the configuration, plug-ins.

import { renameSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasTool, ToolProject } from './build-tool.js';

const SOURCES = {
  'assetc.yml': 'embed: ["*.json"]\n',
  'assets/a.json': '1',
  'assets/deep/er/b.json': '2',
  'assets/empty/.keep': '',
  'assets/glow.shader/glow.slang':
    '#include "common.slangh"\n[shader("compute")] [numthreads(1,1,1)] void main(uint3 i : SV_DispatchThreadID) { use(i); }\n',
  'assets/glow.shader/common.slangh': 'RWStructuredBuffer<uint> data; void use(uint3 i) { data[i.x] = 1; }\n',
};

/** Names with every character that Make and Ninja can read. */
const NAMES = [
  'a b',
  'a#b',
  'a$b',
  'ä',
  'a(b)',
  'a (1)',
  'a+b',
  'a,b',
  'a@b',
  'a~b',
  'a!b',
  'a{b}',
  'a[1]b',
  'wall:b',
  '日本',
];

for (const tool of ['make', 'ninja'])
  describe.skipIf(!hasTool(tool) || process.platform === 'win32')(`with ${tool}`, () => {
    it('assetc is started if something changed, and only then', () => {
      const project = new ToolProject(tool, SOURCES);
      try {
        const counts: Record<string, number> = {};
        const after = (what: string, change: () => void): void => {
          change();
          project.renew();
          counts[what] = project.make();
          project.age();
          counts[`${what}, again`] = project.make();
        };
        const outputs = () => Object.keys(project.hashTree());
        after('nothing', () => undefined);
        after('edit', () => project.write('assets/a.json', '3'));
        expect(project.read('runtime/a.json')).toBe('3');
        after('include', () =>
          project.write(
            'assets/glow.shader/common.slangh',
            'RWStructuredBuffer<uint> data; void use(uint3 i) { data[i.x] = 2; }',
          ),
        );
        after('new', () => project.write('assets/deep/er/new.json', '4'));
        expect(outputs()).toContain('deep/er/new.json');
        after('new in an empty folder', () => project.write('assets/empty/new.json', '4'));
        after('new folder', () => project.write('assets/x/y/new.json', '4'));
        after('new below', () => project.write('assets/x/y/z/new.json', '4'));
        after('renamed', () => renameSync(project.path('assets/x'), project.path('assets/w')));
        expect(outputs()).toContain('w/y/z/new.json');
        expect(outputs()).not.toContain('x/y/z/new.json');
        after('removed', () => rmSync(project.path('assets/deep/er/b.json')));
        expect(outputs()).not.toContain('deep/er/b.json');
        after('removed folder', () => rmSync(project.path('assets/w'), { recursive: true }));
        after('configuration', () => project.write('assetc.yml', 'embed: ["*.json", "*.txt"]\n'));
        after('skipped file', () => project.write('assets/notes.md', 'not an asset'));
        after('skipped file, edited', () => project.write('assets/notes.md', 'still not an asset'));
        const expected = Object.fromEntries(
          Object.keys(counts).map((what) => [what, what.endsWith(', again') ? 0 : 1]),
        );
        expect(counts).toEqual({ ...expected, 'skipped file, edited': 0 });
      } finally {
        project.remove();
      }
    });

    it('files and folders are found by their names', () => {
      const files = NAMES.flatMap((name) => [`assets/${name}.json`, `assets/${name}/in.json`]);
      const project = new ToolProject(tool, {
        'assetc.yml': 'embed: ["*.json"]\n',
        ...Object.fromEntries(files.map((file) => [file, '1'])),
      });
      try {
        expect([project.make(), project.isStale()]).toEqual([1, false]);
        for (const path of [...files, ...NAMES.map((name) => `assets/${name}`)]) {
          expect(project.isStaleIfChanged(path), path).toBe(true);
          expect(project.isStale(), path).toBe(false);
        }
        for (const name of NAMES) rmSync(project.path(`assets/${name}`), { recursive: true });
        project.renew();
        expect(project.make()).toBe(1);
        project.age();
        expect(project.make()).toBe(0);
      } finally {
        project.remove();
      }
    });

    it.each(["wolf's.json", 'a&b.json', 'a;b.json', 'a=b.json', 'a|b.json', 'a*b.json', 'a\nb.json'])(
      'a name that %s cannot read builds too often, never too rarely',
      (name) => {
        const project = new ToolProject(tool, { 'assetc.yml': 'embed: ["*.json"]\n', [`assets/${name}`]: '1' });
        try {
          project.make();
          project.write(`assets/${name}`, '2');
          project.renew();
          expect(project.make()).toBe(1);
          expect(project.read(`runtime/${name}`)).toBe('2');
        } finally {
          project.remove();
        }
      },
    );
  });
