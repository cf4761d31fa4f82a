// The ways to assetc.h: find_package in the npm package or an installation, FetchContent, add_subdirectory, pkg-config, and the vcpkg port.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import manifest from '../../packages/formats/package.json' with { type: 'json' };
import { hasTool } from '../depfile/build-tool.js';
import { codeBlocks } from '../docs/code-blocks.js';
import { CmakeProject, formats, HEADER_ONLY, hasCmake } from './cmake-project.js';

const START = 'cmake_minimum_required(VERSION 3.20)\nproject(game LANGUAGES C)\n';
const GAME = 'add_executable(game main.c)\ntarget_link_libraries(game PRIVATE assetc::assetc)\n';

const WAYS: Readonly<Record<string, string>> = {
  'find_package with PATHS': `find_package(assetc REQUIRED PATHS "${formats}")\n`,
  'find_package with CMAKE_PREFIX_PATH': `list(APPEND CMAKE_PREFIX_PATH "${formats}")\nfind_package(assetc REQUIRED)\n`,
  FetchContent: `include(FetchContent)\nFetchContent_Declare(assetc SOURCE_DIR "${formats}")\nFetchContent_MakeAvailable(assetc)\n`,
  add_subdirectory: `add_subdirectory("${formats}" assetc)\n`,
};

let project: CmakeProject | undefined;
afterEach(() => project?.remove());
const open = (lists: string, files: Readonly<Record<string, string>> = {}): CmakeProject => {
  project = new CmakeProject(lists, files);
  return project;
};
const LIGHT = { 'main.c': HEADER_ONLY };

describe.skipIf(!hasCmake)('the guides', () => {
  const blockOf = (guide: string, language: string): string => {
    const block = codeBlocks().find(
      ({ at, language: its }) => at.startsWith(`docs/guide/${guide}.md`) && its === language,
    );
    if (block === undefined) throw new Error(`${guide}.md has no block of ${language}`);
    return block.text;
  };
  const guided = (file: string, text: string): CmakeProject => {
    const guide = open('');
    guide.write(file, text);
    guide.write('assetc.yml', 'embed: ["*.json"]\npresets: { desktop: {} }\n');
    guide.write('assets/a.json', '1');
    guide.installAssetc();
    guide.write('node_modules/.bin/npx', '#!/bin/sh\nshift\nexec assetc "$@"\n');
    chmodSync(guide.path('node_modules/.bin/npx'), 0o755);
    mkdirSync(guide.path('node_modules/@assetc'));
    symlinkSync(formats, guide.path('node_modules/@assetc/formats'));
    return guide;
  };

  it('the CMakeLists.txt of the guide builds', () => {
    const guide = guided('CMakeLists.txt', blockOf('cmake', 'cmake'));
    guide.configure();
    expect([guide.build(), guide.build()]).toEqual([1, 0]);
    expect(spawnSync(guide.path('build/game'), [guide.path('build/assets.hpack')]).stdout.toString()).toBe(
      'a.json\nassets.hman\n',
    );
  });

  for (const [tool, file, language] of [
    ['make', 'Makefile', 'make'],
    ['ninja', 'build.ninja', 'ninja'],
    ['meson', 'meson.build', 'meson'],
  ] as const)
    it.skipIf(!hasTool(tool))(`the file for ${tool} builds`, () => {
      const isMeson = tool === 'meson';
      const guide = guided(file, `${isMeson ? "project('game')\n" : ''}${blockOf('build-tools', language)}`);
      mkdirSync(guide.path('build'));
      const env = guide.env();
      env.PATH = `${guide.path('node_modules/.bin')}:${env.PATH}`;
      const run = (program: string, ...args: readonly string[]) => {
        const { status, stdout, stderr } = spawnSync(program, args, { cwd: guide.root, env, encoding: 'utf8' });
        if (status !== 0) throw new Error(stdout + stderr);
      };
      if (isMeson) run('meson', 'setup', 'build');
      for (let i = 0; i < 2; i++) run(isMeson ? 'ninja' : tool, ...(isMeson ? ['-C', 'build'] : []));
      expect(guide.starts).toBe(1);
      expect(guide.read('runtime/a.json')).toBe('1');
    });
});

describe.skipIf(!hasCmake)('assetc.h is found', () => {
  it.each(Object.entries(WAYS))('%s', (_, way) => {
    const { path } = bound(
      open(`${START + way + GAME}if(NOT COMMAND assetc_add_pack)\nmessage(FATAL_ERROR none)\nendif()\n`, LIGHT),
    );
    project?.configure();
    project?.build();
    expect(spawnSync(path('build/game')).status).toBe(1);
  });

  it('of the version that is asked for', () => {
    const asks = (version: string) => `${START}find_package(assetc ${version} REQUIRED PATHS "${formats}")\n`;
    const [major, minor] = manifest.version.split('.');
    for (const version of [`${major}.${minor}`, manifest.version, `${manifest.version} EXACT`]) {
      open(asks(version)).configure();
      project?.remove();
    }
    const { output, status } = open(asks(`${major}.${Number(minor) + 1}`)).cmake('-S', '.', '-B', 'build');
    expect(status).not.toBe(0);
    expect(output).toContain(`version: ${manifest.version}`);
  });

  it('after an installation, with find_package and pkg-config', () => {
    const { path, write, cmake } = bound(open('', LIGHT));
    const prefix = path('prefix');
    expect(cmake('-S', formats, '-B', 'sdk', `-DCMAKE_INSTALL_PREFIX=${prefix}`).status).toBe(0);
    expect(cmake('--install', 'sdk').status).toBe(0);
    expect(readFileSync(join(prefix, 'include/assetc.h'))).toEqual(readFileSync(join(formats, 'c/assetc.h')));
    write('CMakeLists.txt', `${START}find_package(assetc ${manifest.version} REQUIRED)\n${GAME}`);
    project?.configure(`-DCMAKE_PREFIX_PATH=${prefix}`);
    project?.build();
    if (hasTool('pkg-config')) expect(compileWith(path('main.c'), join(prefix, 'share/pkgconfig'))).toBe('');
  });

  it('by the port of vcpkg, whose steps CMake does here', () => {
    const { path, write, cmake } = bound(open(''));
    write('run-port.cmake', VCPKG_STEPS);
    const { status, output } = cmake(
      `-DROOT=${project?.root}`,
      `-DCURRENT_PORT_DIR=${formats}/vcpkg/assetc`,
      '-P',
      'run-port.cmake',
    );
    expect(status, output).toBe(0);
    expect(readFileSync(path('packages/include/assetc.h'))).toEqual(readFileSync(join(formats, 'c/assetc.h')));
    const port: unknown = JSON.parse(readFileSync(join(formats, 'vcpkg/assetc/vcpkg.json'), 'utf8'));
    expect(port).toMatchObject({ name: 'assetc', version: manifest.version });
  });
});

it.skipIf(!hasTool('pkg-config') || !hasTool('cc'))('pkg-config finds assetc.h in the npm package', () => {
  const { path } = bound(open(''));
  expect(compileWith(path('main.c'), join(formats, 'pkgconfig'))).toBe('');
  const { stdout } = pkgConfig(join(formats, 'pkgconfig'), '--modversion');
  expect(stdout.trim()).toBe(manifest.version);
});

const pkgConfig = (folder: string, ...args: readonly string[]) =>
  spawnSync('pkg-config', [...args, 'assetc'], { encoding: 'utf8', env: { ...process.env, PKG_CONFIG_PATH: folder } });

function compileWith(source: string, folder: string): string {
  const flags = pkgConfig(folder, '--cflags', '--libs').stdout.trim().split(/\s+/);
  return spawnSync('cc', [source, '-o', `${source}.out`, ...flags], { encoding: 'utf8' }).stderr;
}

/** What vcpkg's functions do for a port without libraries. */
const VCPKG_STEPS = `
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "")
  execute_process(COMMAND "\${CMAKE_COMMAND}" -S "\${arg_SOURCE_PATH}" -B "\${ROOT}/port" "-DCMAKE_INSTALL_PREFIX=\${ROOT}/packages" COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND "\${CMAKE_COMMAND}" --install "\${ROOT}/port" COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
  if(NOT EXISTS "\${ROOT}/packages/\${arg_CONFIG_PATH}/assetc-config.cmake")
    message(FATAL_ERROR "no configuration at \${arg_CONFIG_PATH}")
  endif()
endfunction()
function(vcpkg_fixup_pkgconfig)
  if(NOT EXISTS "\${ROOT}/packages/share/pkgconfig/assetc.pc")
    message(FATAL_ERROR "no .pc")
  endif()
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  if(NOT EXISTS "\${arg_FILE_LIST}")
    message(FATAL_ERROR "no license")
  endif()
endfunction()
include("\${CURRENT_PORT_DIR}/portfile.cmake")
`;

function bound(on: CmakeProject) {
  return { path: on.path.bind(on), write: on.write.bind(on), cmake: on.cmake.bind(on) };
}
