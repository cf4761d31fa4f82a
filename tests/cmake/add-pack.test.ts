// assetc_add_pack with Debian's CMake, Ninja and Make: an empty project, a first build, nothing changed, and every kind of change.

import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CmakeProject, formats, GENERATORS, hasCmake } from './cmake-project.js';

const LISTS = `cmake_minimum_required(VERSION 3.20)
project(game LANGUAGES C)
find_package(assetc 0.1 REQUIRED PATHS "${formats}")
assetc_add_pack(assets SOURCES assets/ CONFIG assetc.yml PRESET \${preset})
add_executable(game main.c)
target_link_libraries(game PRIVATE assetc::assetc)
add_dependencies(game assets)
file(GENERATE OUTPUT pack.txt CONTENT "$<TARGET_PROPERTY:assets,ASSETC_PACK>\\n\${assets_PACK}")
`;

const CONFIG = 'embed: ["*.json"]\npresets:\n  desktop: {}\n  mobile: {}\n';

describe.skipIf(!hasCmake)('assetc_add_pack', () => {
  it.each(GENERATORS)('starts assetc if something changed, and only then: %s', (generator) => {
    const project = new CmakeProject(LISTS, { 'assetc.yml': CONFIG, 'assets/a b/one.json': '1' });
    try {
      project.installAssetc();
      project.age();
      project.configure('-G', generator, '-Dpreset=desktop');
      const pack = project.path('build/assets.hpack');
      const entries = () =>
        spawnSync(project.path('build/game'), [pack], { encoding: 'utf8' }).stdout.trim().split('\n');
      const after = (change: () => void): readonly number[] => {
        change();
        project.renew();
        const first = project.build();
        project.age();
        return [first, project.build()];
      };
      expect(project.starts).toBe(0);
      expect(after(() => undefined)).toEqual([1, 0]);
      expect(project.read('build/pack.txt')).toBe(`${pack}\n${pack}`);
      expect(entries()).toEqual(['a b/one.json', 'assets.hman']);
      expect(after(() => project.write('assets/a b/one.json', '2'))).toEqual([1, 0]);
      expect(project.read('build/assets/a b/one.json')).toBe('2');
      expect(after(() => project.write('assets/new.json', '3'))).toEqual([1, 0]);
      expect(entries()).toContain('new.json');
      expect(after(() => project.write('assets/folder/new.json', '3'))).toEqual([1, 0]);
      expect(entries()).toContain('folder/new.json');
      expect(after(() => rmSync(project.path('assets/new.json')))).toEqual([1, 0]);
      expect(entries()).toEqual(['a b/one.json', 'assets.hman', 'folder/new.json']);
      expect(after(() => project.write('assetc.yml', `${CONFIG}# changed\n`))).toEqual([1, 0]);
      project.configure('-Dpreset=mobile');
      expect([project.build(), project.build()]).toEqual([1, 0]);
    } finally {
      project.remove();
    }
  });

  it('a failed build fails the target, and the next one tries again', () => {
    const project = new CmakeProject(LISTS, { 'assetc.yml': CONFIG, 'assets/broken.png': 'not an image' });
    try {
      project.installAssetc();
      project.configure('-Dpreset=desktop');
      for (let i = 0; i < 2; i++) {
        const { status, output } = project.cmake('--build', 'build');
        expect(status).not.toBe(0);
        expect(output).toContain('broken.png: error image/');
      }
      expect(project.starts).toBe(2);
      rmSync(project.path('assets/broken.png'));
      expect([project.build(), project.build()]).toEqual([1, 0]);
    } finally {
      project.remove();
    }
  });

  it('explains how to get assetc if there is none', () => {
    const project = new CmakeProject(LISTS, { 'assetc.yml': CONFIG });
    try {
      // A copy of the package, because the repository has an assetc in its node_modules.
      for (const name of ['c/assetc.h', 'cmake', 'package.json'])
        cpSync(join(formats, name), project.path(`sdk/${name}`), { recursive: true });
      project.write('CMakeLists.txt', LISTS.replace(formats, project.path('sdk')));
      const { status, output } = project.cmake('-S', '.', '-B', 'build', '-Dpreset=desktop');
      expect(status).not.toBe(0);
      expect(output).toContain('npm install --save-dev assetc');
      expect(output).toContain('-DASSETC_EXECUTABLE=');
    } finally {
      project.remove();
    }
  });

  it.each([
    ['assetc_add_pack(assets SOURCES a b)', 'unknown argument b'],
    ['assetc_add_pack(assets SOURCES nowhere)', 'is not a folder'],
    ['assetc_add_pack(assets CONFIG nowhere.yml)', 'there is no configuration'],
    ['assetc_add_pack(assets PRESET)', 'PRESET needs a value'],
  ])('%s: %s', (call, message) => {
    const lists = LISTS.replace(/assetc_add_pack\(.*\)/, call);
    const project = new CmakeProject(lists, { 'assetc.yml': CONFIG });
    try {
      project.installAssetc();
      const { status, output } = project.cmake('-S', '.', '-B', 'build');
      expect(status).not.toBe(0);
      expect(output.replaceAll(/\s+/g, ' ')).toContain(message);
    } finally {
      project.remove();
    }
  });
});
