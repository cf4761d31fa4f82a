// assetc.h on Windows: compiled by MinGW-w64 for 32 and 64 bits, and its examples run under Wine on paths that only Unicode can write.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { encodeHpack } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cCompiler, compile, root, run } from '../c-library/c-compiler.js';
import { modelPack } from '../c-library/model-pack.js';
import { runOnWindows, windowsPath, wineMissing, winePrefix } from './wine.js';

const EXAMPLES = ['hmesh-info', 'pack-list', 'pose', 'draw-model', 'transcode-texture'];
/** Needs Winsock and a watch, so it is only compiled. */
const FOLLOW = 'follow';
const headers = join(root, 'packages/formats/c');
const source = (name: string): string => join(headers, 'example', `${name}.c`);
const golden = (name: string): string => join(root, 'packages/formats/goldens', name);

type Language = readonly [compiler: string, flags: readonly string[]];
const C99: Language = ['gcc', ['-x', 'c', '-std=c99']];
const LANGUAGES: readonly Language[] = [C99, ['g++', ['-x', 'c++', '-std=c++17']]];
const MACHINES = ['x86_64', 'i686'] as const;
const STRICT = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror', '-I', headers];

const hasMingw = MACHINES.every((machine) =>
  LANGUAGES.every(([compiler]) => spawnSync(`${machine}-w64-mingw32-${compiler}`, ['--version']).status === 0),
);

/** The compiler's messages; '' if there are none. */
function compileForWindows(
  machine: string,
  [compiler, language]: Language,
  args: readonly string[],
  input?: string,
): string {
  const program = `${machine}-w64-mingw32-${compiler}`;
  const { status, stderr } = spawnSync(program, [...STRICT, ...language, ...args], { encoding: 'utf8', input });
  return status === 0 ? stderr : `${program} ${args.join(' ')}\n${stderr}`;
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-windows-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasMingw)('assetc.h for Windows', () => {
  describe.each(MACHINES)('%s', (machine) => {
    it.each(LANGUAGES)('compiles alone with %s', (...language) => {
      const choices = [
        '',
        '#define ASSETC_IMPLEMENTATION\n',
        '#define ASSETC_IMPLEMENTATION\n#define ASSETC_OTHER_RUNTIMES\n',
      ];
      for (const choice of choices) {
        const text = `${choice}#define ASSETC_LIVE\n#define ASSETC_MAP_FILES\n#include "assetc.h"\nint main(void) { return 0; }\n`;
        expect(compileForWindows(machine, language, ['-fsyntax-only', '-'], text)).toBe('');
      }
    });

    it.each(LANGUAGES)('compiles the examples with %s', (...language) => {
      for (const name of [...EXAMPLES, FOLLOW])
        expect(compileForWindows(machine, language, ['-fsyntax-only', source(name)])).toBe('');
    });
  });
});

describe.skipIf(!hasMingw || wineMissing !== undefined || cCompiler === undefined)('the C examples on Windows', () => {
  /** Past 260 characters, with names in no code page. */
  const DEEP = `Spiel 🎮/${Array.from({ length: 6 }, (_, i) => `ein Ordner mit einem langen Namen, Nummer ${i} äöüß`).join('/')}`;
  const files = { pack: 'modèle ä.hpack', mesh: 'Würfel 🧊.hmesh', clip: '歩く.hanim', texture: 'Textur ñ.ktx2' };
  const program = (name: string): string => join(folder, `x86_64-gcc-${name}.exe`);

  beforeAll(async () => {
    for (const name of EXAMPLES) {
      expect(compileForWindows('x86_64', C99, [source(name), '-o', program(name)])).toBe('');
      expect(compile({ source: source(name), output: join(folder, name) })).toBe('');
    }
    const goldens = ['quad.hmesh', 'chair.hmat', 'walk.hanim', 'assets.hman', 'uastc-cube.ktx2', 'font.hfont'];
    const entries = goldens.map((name) => ({ path: `ä/${name}`, bytes: new Uint8Array(readFileSync(golden(name))) }));
    for (const place of ['', DEEP]) {
      const below = (name: string): string => join(folder, place, name);
      mkdirSync(dirname(below(files.pack)), { recursive: true });
      writeFileSync(below(files.pack), encodeHpack(entries));
      writeFileSync(below(files.mesh), readFileSync(golden('quad.hmesh')));
      writeFileSync(below(files.clip), readFileSync(golden('walk.hanim')));
      writeFileSync(below(files.texture), readFileSync(golden('uastc-cube.ktx2')));
      writeFileSync(below('model.hpack'), (await modelPack()).pack);
    }
  });

  /** Runs an example on both systems; the text is the same, and so are the bytes of files that it writes. */
  function compare(name: string, args: readonly string[], convert: (path: string) => string = windowsPath): string {
    const log = join(folder, 'log');
    const ours = args.map((arg) => (arg.startsWith(folder) ? convert(arg) : arg));
    const windows = runOnWindows(program(name), ours, { cwd: folder, log });
    const linux = run(join(folder, name), args);
    expect({ ...windows, stdout: windows.stdout.replaceAll('\r\n', '\n') }).toEqual({
      status: linux.status,
      stdout: linux.stdout,
      stderr: linux.stderr,
    });
    expect(linux.status).toBe(0);
    return linux.stdout;
  }

  it.each(['', DEEP])('read files in folder %j', (place) => {
    const path = (name: string): string => join(folder, place, name);
    expect(compare('pack-list', [path(files.pack)])).toContain('ä/quad.hmesh: ');
    expect(compare('hmesh-info', [path(files.mesh)])).toContain('vertices 4');
    expect(compare('pose', [path(files.mesh), path(files.clip), 'Läuft', '0.25', '1'])).not.toBe('');
  });

  it('read files on a server, and by relative paths', () => {
    const servers = join(winePrefix(), 'dosdevices/unc/assetc-c');
    mkdirSync(servers, { recursive: true });
    const share = join(servers, basename(folder));
    symlinkSync(folder, share);
    try {
      const onServer = (path: string): string =>
        `\\\\assetc-c\\${basename(folder)}${path.slice(folder.length).replaceAll('/', '\\')}`;
      for (const place of ['', DEEP]) compare('pack-list', [join(folder, place, files.pack)], onServer);
      compare('pack-list', [join(folder, DEEP, files.pack)], (path) => path.slice(folder.length + 1));
    } finally {
      rmSync(share);
    }
  });

  it('write the bytes of other systems', () => {
    const texture = join(folder, files.texture);
    const [linux, windows] = [join(folder, 'linux ü.bc7'), join(folder, 'Windows ü.bc7')];
    const log = join(folder, 'log');
    expect(run(join(folder, 'transcode-texture'), [texture, 'bc7', linux]).status).toBe(0);
    const args = [windowsPath(texture), 'bc7', windowsPath(windows)];
    expect(runOnWindows(program('transcode-texture'), args, { cwd: folder, log })).toMatchObject({ status: 0 });
    expect(readFileSync(windows).equals(readFileSync(linux))).toBe(true);
    expect(readFileSync(linux).length).toBeGreaterThan(100);
  });

  it('draw the same picture', () => {
    const pack = join(folder, 'model.hpack');
    const log = join(folder, 'picture');
    expect(runOnWindows(program('draw-model'), [windowsPath(pack), 'models/balls'], { cwd: folder, log }).status).toBe(
      0,
    );
    const { stdout } = spawnSync(join(folder, 'draw-model'), [pack, 'models/balls'], { maxBuffer: 1 << 24 });
    const picture = readFileSync(join(log, 'stdout'));
    expect(picture.length).toBe(stdout.length);
    let worst = 0;
    for (let i = 0; i < picture.length; i++) worst = Math.max(worst, Math.abs((picture[i] ?? 0) - (stdout[i] ?? 0)));
    expect(worst).toBeLessThanOrEqual(1);
  });
});
