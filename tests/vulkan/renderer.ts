// Builds examples/vulkan in a folder of its own and runs it there, on the software device of Mesa.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PNG } from 'pngjs';
import { expect } from 'vitest';

export const root = resolve(import.meta.dirname, '../..');
export const cli = join(root, 'packages/compiler/dist/cli.js');
export const [WIDTH, HEIGHT] = [640, 360];
/** The driver that the environment names, or Mesa's in software, whose file lost its ending in version 25. */
const DRIVERS = ['lvp_icd.x86_64.json', 'lvp_icd.json'].map((name) => join('/usr/share/vulkan/icd.d', name));
const driver = process.env.VK_ICD_FILENAMES ?? DRIVERS.find(existsSync);
const LAYERS = '/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json';

export const environment = { ...process.env, VK_ICD_FILENAMES: driver, SLANGC: '' };
export const runs = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

/** What this machine lacks: scripts/install/install-oracles.mjs. */
export const missing = [
  ...(runs('cmake', '--version') ? [] : ['cmake']),
  ...(runs('c++', '--version') ? [] : ['a C++ compiler']),
  ...(existsSync('/usr/include/vulkan/vulkan.h') ? [] : ['libvulkan-dev']),
  ...(existsSync('/usr/include/zstd.h') ? [] : ['libzstd-dev']),
  ...(existsSync(LAYERS) ? [] : ['the validation layers']),
  ...(driver !== undefined ? [] : ['mesa-vulkan-drivers']),
];

/** A folder with the program and its packs: build/assetc-vulkan, build/assets.hpack. */
export function buildRenderer(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-vulkan-'));
  const tool = join(folder, 'assetc');
  writeFileSync(tool, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, { mode: 0o755 });
  const [source, build] = [join(root, 'examples/vulkan'), join(folder, 'build')];
  for (const args of [
    ['-S', source, '-B', build, `-DASSETC_EXECUTABLE=${tool}`, '-DCMAKE_BUILD_TYPE=Debug'],
    ['--build', build, '--parallel'],
  ]) {
    const { status, stdout, stderr } = spawnSync('cmake', args, { encoding: 'utf8', env: environment });
    expect(status, `${stdout}${stderr}`).toBe(0);
  }
  return folder;
}

export const readPng = (path: string): PNG => PNG.sync.read(readFileSync(path));

/** Draws a pack, without a message of the validation layers. */
export function draw(folder: string, picture: string, pack = 'build/assets.hpack'): { png: PNG; printed: string } {
  const path = join(folder, picture);
  const args = ['--headless', path, '--size', `${WIDTH}x${HEIGHT}`, '--time', '0.75', '--assets', join(folder, pack)];
  const { status, stdout, stderr } = spawnSync(join(folder, 'build/assetc-vulkan'), args, {
    encoding: 'utf8',
    env: environment,
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return { png: readPng(path), printed: stdout };
}

export type Region = (x: number, y: number) => boolean;

/** The mean difference of two pictures, of 255, over the pixels of a region. */
export function difference(a: PNG, b: PNG, isCounted: Region): { mean: number; pixels: number } {
  let [sum, pixels] = [0, 0];
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      if (!isCounted(x, y)) continue;
      const at = (y * WIDTH + x) * 4;
      for (let channel = at; channel < at + 3; channel++)
        sum += Math.abs((a.data[channel] ?? 0) - (b.data[channel] ?? 0));
      pixels++;
    }
  return { mean: sum / pixels / 3, pixels };
}

/** A program whose output can be waited for. */
export class Running {
  readonly child: ChildProcess;
  printed = '';
  errors = '';
  #wake: () => void = () => undefined;

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string) {
    this.child = spawn(command, args, { env, ...(cwd === undefined ? {} : { cwd }) });
    this.child.stdout?.on('data', (bytes: Buffer) => {
      this.printed += bytes.toString();
      this.#wake();
    });
    this.child.stderr?.on('data', (bytes: Buffer) => {
      this.errors += bytes.toString();
      this.#wake();
    });
    this.child.once('exit', () => this.#wake());
  }

  /** Until it has printed what is asked for, after `from` characters. Returns the match. */
  async until(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.printed.slice(from));
      if (found !== null) return found;
      if (this.child.exitCode !== null) throw new Error(`it ended: ${this.printed}${this.errors}`);
      await new Promise<void>((done) => {
        this.#wake = done;
      });
    }
  }

  /** Ends it, and waits until it has. */
  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill();
    await ended;
  }
}
