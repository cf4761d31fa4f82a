// A copy of the demo under `assetc watch --ui`, and the renderer that follows it.

import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PNG } from 'pngjs';
import { cli, environment, Running, readPng, root } from './renderer.js';

export class LiveDemo {
  readonly #folder: string;
  #watch: Running | undefined;
  #renderer: Running | undefined;
  /** How much of what the renderer printed was taken in. */
  #seen = 0;

  constructor(folder: string) {
    this.#folder = folder;
    cpSync(join(root, 'examples/demo'), join(folder, 'live-demo'), { recursive: true });
    mkdirSync(join(folder, 'saved'), { recursive: true });
  }

  get renderer(): Running {
    if (this.#renderer === undefined) throw new Error('it was not started');
    return this.#renderer;
  }

  /** Starts the watch. Returns its port after the first build. */
  async watch(port?: number): Promise<number> {
    const output = ['--pack', '--preset', 'desktop', '--output', join(this.#folder, 'live')];
    const args = ['watch', '--ui', ...output, ...(port === undefined ? [] : ['--port', `${port}`])];
    this.#watch = new Running(process.execPath, [cli, ...args], environment, join(this.#folder, 'live-demo'));
    const [, served] = await this.#watch.until(/serving .* at http:\/\/127\.0\.0\.1:(\d+)\//);
    await this.#watch.until(/ cached, \d+ failed/);
    return Number(served);
  }

  follow(port: number): void {
    const args = ['--headless', join(this.#folder, 'live.png'), '--size', '160x90', '--live', `${port}`];
    this.#renderer = new Running(
      join(this.#folder, 'build/assetc-vulkan'),
      [...args, '--frames', '1000', '--assets', join(this.#folder, 'live.hpack')],
      environment,
    );
  }

  async stopWatch(): Promise<void> {
    await this.#watch?.end();
  }

  async end(): Promise<void> {
    await this.#watch?.end();
    await this.#renderer?.end();
  }

  /** As an editor that saves whole files: never half of one. */
  save(path: string, content: string | Uint8Array): void {
    const draft = join(this.#folder, 'saved/draft');
    writeFileSync(draft, content);
    renameSync(draft, join(this.#folder, 'live-demo/assets', path));
  }

  read(path: string): string {
    return readFileSync(join(this.#folder, 'live-demo/assets', path), 'utf8');
  }

  /** The next frame that differs from a picture. */
  async nextFrame(before?: PNG): Promise<PNG> {
    for (;;) {
      await this.until(/frame \d+: .*\n/);
      const after = this.picture();
      if (after !== undefined && before?.data.equals(after.data) !== true) return after;
    }
  }

  /** Undefined if it is just being written: then there is another frame. */
  picture(): PNG | undefined {
    try {
      return readPng(join(this.#folder, 'live.png'));
    } catch {
      return undefined;
    }
  }

  /** Until the renderer prints this, after what was waited for before. Returns what it printed on the way. */
  async until(pattern: RegExp): Promise<string> {
    const from = this.#seen;
    const found = await this.renderer.until(pattern, from);
    this.#seen += found.index + found[0].length;
    return this.renderer.printed.slice(from, this.#seen);
  }
}
