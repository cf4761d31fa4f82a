// The command line on images whose roles follow from their uses: what it prints, and equal files from one and from two threads.

import { afterEach, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const picture = (seed: number) => makePng(8, 8, (x, y) => [x * 20 + seed, y * 25, (x * y * seed) & 255, 255]);
const OBJ = 'mtllib crate.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl A\nf 1/1 2/1 3/1\n';

const projects: DiskProject[] = [];
function project(): DiskProject {
  const made = new DiskProject({
    'assetc.yml': 'default: { texture: { standalone: all } }\n',
    'assets/crate.obj': OBJ,
    'assets/crate.mtl': 'newmtl A\nmap_Kd tex/wood.png\nnorm tex/wood_bumps.png\n',
    'assets/tex/wood.png': picture(1),
    'assets/tex/wood_bumps.png': picture(2),
  });
  projects.push(made);
  return made;
}

afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

describe.skipIf(!hasCli)('images that follow their uses', () => {
  it('are reported of by why, --dry-run and a build', () => {
    const made = project();
    expect(made.run()).toMatchObject({ status: 0 });
    const why = made.run(['why', 'assets/tex/wood_bumps.png']).stdout;
    expect(why).toContain('compiled as normal (used by crate.obj)');
    expect(why).toMatch(/^ +crate\.obj +use +unchanged$/m);
    expect(why).toContain('up to date');
    expect(made.run(['why', 'assets/tex/wood.png']).stdout).toContain('compiled as opaque color (used by crate.obj)');

    made.removeSource('assets/crate.obj');
    const reason = 'tex/wood_bumps.png: it is now compiled as color (default)';
    expect(made.run(['--dry-run']).stdout).toContain(reason);
    expect(made.run(['--explain']).stdout).toContain(reason);
    expect(made.run(['--explain']).stdout).not.toContain('compiled as');
    expect(made.run(['check'])).toMatchObject({ status: 0 });
  });

  it('are the same from one thread and from two', () => {
    const trees = ['1', '2'].map((threads) => {
      const made = project();
      expect(made.run(['-j', threads, '--no-cache'])).toMatchObject({ status: 0 });
      return made.hashTree();
    });
    expect(Object.keys(trees[0] ?? {})).toContain('tex/wood_bumps.ktx2');
    expect(trees[0]).toEqual(trees[1]);
  });
});
