// Watching on a real disk, through the library: bursts, half-written and renamed files, edits during a rebuild, the end.

import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type BuildEvent, type BuildResult, type Config, loadConfig, watch } from 'assetc';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { DiskProject } from './disk-project.js';
import { makePng } from './png.js';

class Watched {
  readonly project = new DiskProject({ 'assets/a.json': '1', 'assets/d/b.json': '2' });
  readonly results: BuildResult[] = [];
  readonly events: BuildEvent[] = [];
  readonly errors: unknown[] = [];
  readonly controller = new AbortController();
  #ended: Promise<BuildResult | undefined> | undefined;
  #idle = 0;
  embed = ['*.json'];
  onBuild: (() => void) | undefined;

  config(): Config {
    return {
      file: undefined,
      input: this.project.path('assets'),
      output: this.project.path('runtime'),
      pack: false,
      manifest: 'all',
      embed: this.embed,
      exclude: [],
      cache: { dir: this.project.path('.cache'), maxSizeBytes: 1e9 },
      preset: undefined,
      otherOutputs: [],
      layers: [],
    };
  }

  async start(): Promise<void> {
    this.#ended = watch({
      loadConfig: () => this.config(),
      alsoWatch: [this.project.path('assetc.yml')],
      signal: this.controller.signal,
      onResult: (result) => this.results.push(result),
      onError: (error) => this.errors.push(error),
      onEvent: (event) => {
        this.events.push(event);
        if (event.type === 'watching') this.#idle++;
        if (event.type === 'discovered') this.onBuild?.();
      },
    });
    await this.idle(1);
  }

  /** Waits until the watcher has gone idle `times` times in all, and then for quiet. */
  async idle(times: number): Promise<void> {
    const end = Date.now() + 20_000;
    while (this.#idle < times) {
      if (Date.now() > end) throw new Error(`the watcher went idle ${this.#idle} times, not ${times}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    let seen: number;
    do {
      seen = this.results.length;
      await new Promise((resolve) => setTimeout(resolve, 400));
    } while (seen !== this.results.length);
  }

  get idleCount(): number {
    return this.#idle;
  }

  async end(): Promise<BuildResult | undefined> {
    this.controller.abort();
    const last = await this.#ended;
    this.project.remove();
    return last;
  }
}

describe('watching', () => {
  let watched: Watched | undefined;
  const started = async (): Promise<Watched> => {
    watched = new Watched();
    await watched.start();
    return watched;
  };
  afterEach(async () => {
    await watched?.end();
    watched = undefined;
  });

  it('builds what is saved, renamed and deleted', async () => {
    const w = await started();
    expect(w.results).toHaveLength(1);
    expect(w.results[0]).toMatchObject({ status: 'ok', built: 2 });
    w.project.write('assets/a.json', 'changed');
    await w.idle(2);
    expect(w.project.read('runtime/a.json')).toBe('changed');
    expect(w.results.at(-1)).toMatchObject({ built: 1, cached: 1 });
    renameSync(w.project.path('assets/d'), w.project.path('assets/e'));
    await w.idle(3);
    expect(Object.keys(w.project.tree())).toEqual(['a.json', 'assets.hman', 'e/b.json']);
    rmSync(w.project.path('assets/e'), { recursive: true });
    await w.idle(4);
    expect(Object.keys(w.project.tree())).toEqual(['a.json', 'assets.hman']);
  });

  // A burst is what comes without a pause; a machine that stalls for longer than the pause cuts one in two, hence the retry.
  it('builds once for a burst', { retry: 3 }, async () => {
    const w = await started();
    mkdirSync(w.project.path('assets/many'));
    for (let i = 0; i < 60; i++) w.project.write(`assets/many/${i}.json`, `${i}`);
    await w.idle(2);
    expect(w.results.filter((result) => result.built > 0)).toHaveLength(2);
    expect(w.results.at(-1)).toMatchObject({ status: 'ok' });
    expect(Object.keys(w.project.tree())).toHaveLength(63);
  });

  it('builds once for a file that is written in pieces', { retry: 3 }, async () => {
    const w = await started();
    w.project.write('assets/a.json', '0');
    await w.idle(2);
    const before = w.results.length;
    const file = openSync(w.project.path('assets/a.json'), 'w');
    for (let i = 0; i < 40; i++) {
      writeSync(file, `${i} `);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    closeSync(file);
    await w.idle(3);
    expect(w.results.length - before).toBe(1);
    expect(w.project.read('runtime/a.json')).toMatch(/ 39 $/);
  });

  it('survives a half-written file and builds it when it is whole', async () => {
    const w = await started();
    const image = makePng(8, 8, () => [9, 8, 7, 255]);
    w.project.write('assets/i.png', image.subarray(0, 40));
    await w.idle(2);
    expect(w.results.at(-1)).toMatchObject({ status: 'failed', failed: 1 });
    w.project.write('assets/i.png', image);
    await w.idle(3);
    expect(w.results.at(-1)).toMatchObject({ status: 'ok', built: 1 });
    expect(w.project.tree()).toHaveProperty(['i.ktx2']);
  });

  it('loses no edit that comes during a rebuild', async () => {
    const w = await started();
    let edits = 0;
    // The build has looked at the folder and is about to read: what is saved now belongs to the next build at the latest.
    w.onBuild = () => {
      if (edits++ < 3) w.project.write('assets/a.json', `edit ${edits}`);
    };
    w.project.write('assets/a.json', 'first');
    await w.idle(2);
    expect(w.project.read('runtime/a.json')).toBe(w.project.read('assets/a.json'));
    expect(edits).toBeGreaterThanOrEqual(3);
  });

  it('takes up a changed configuration', async () => {
    const w = await started();
    w.project.write('assets/t.txt', 'text');
    await w.idle(2);
    expect(w.project.tree()).not.toHaveProperty(['t.txt']);
    w.embed = ['*.json', '*.txt'];
    w.project.write('assetc.yml', '# saved');
    await w.idle(3);
    expect(w.project.tree()).toHaveProperty(['t.txt']);
  });

  it.each([0, 50, 900])('listens again to an input that was away for %i ms', async (awayMs) => {
    const w = await started();
    renameSync(w.project.path('assets'), w.project.path('elsewhere'));
    if (awayMs > 0) await new Promise((resolve) => setTimeout(resolve, awayMs));
    if (awayMs > 500) expect(w.results.at(-1)?.diagnostics).toMatchObject([{ code: 'build/no-input' }]);
    renameSync(w.project.path('elsewhere'), w.project.path('assets'));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    w.project.write('assets/a.json', 'after');
    await vi.waitFor(() => expect(w.project.read('runtime/a.json')).toBe('after'), { timeout: 5000 });
    w.project.write('assets/d/late.json', 'later');
    await vi.waitFor(() => expect(w.project.read('runtime/d/late.json')).toBe('later'), { timeout: 5000 });
    expect(w.results.at(-1)).toMatchObject({ status: 'ok' });
  });

  it('listens to another folder that takes the place of the input', async () => {
    const w = await started();
    rmSync(w.project.path('assets'), { recursive: true });
    w.project.write('assets/new.json', 'new');
    await vi.waitFor(() => expect(Object.keys(w.project.tree())).toEqual(['assets.hman', 'new.json']), {
      timeout: 5000,
    });
    w.project.write('assets/new.json', 'newer');
    await vi.waitFor(() => expect(w.project.read('runtime/new.json')).toBe('newer'), { timeout: 5000 });
  });

  it('ends with a consistent output when it is aborted', async () => {
    const w = await started();
    w.onBuild = () => w.controller.abort();
    w.project.write('assets/a.json', 'x');
    const last = await new Promise<BuildResult | undefined>((resolve) =>
      w.controller.signal.addEventListener('abort', () => void w.end().then(resolve)),
    );
    watched = undefined;
    expect(['interrupted', 'ok']).toContain(last?.status);
    expect(w.errors).toEqual([]);
  });
});

describe('a configuration that does not load', () => {
  const project = new DiskProject({ 'assets/a.json': '1' });
  afterAll(() => project.remove());
  const options = () => {
    const controller = new AbortController();
    return { controller, signal: controller.signal };
  };

  it('ends a watch that nobody tells of it, or that has nothing to wait for', async () => {
    const loadConfig = () => Promise.reject(new Error('no such thing'));
    await expect(watch({ loadConfig, signal: options().signal })).rejects.toThrow('no such thing');
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    await expect(watch({ loadConfig, onError, signal: options().signal })).rejects.toThrow('no such thing');
    expect(errors).toHaveLength(1);
  });

  it('is waited for where there is a file to be mended, and the end is heeded', async () => {
    const { controller, signal } = options();
    const file = project.path('assetc.yml');
    project.write('assetc.yml', 'embed: 3\n');
    const diagnostics: string[] = [];
    const results: BuildResult[] = [];
    const ended = watch({
      loadConfig: () => loadConfig({ cwd: project.path('.') }),
      alsoWatch: [file],
      signal,
      onError: () => undefined,
      onResult: (result) => results.push(result),
      onEvent: (event) => event.type === 'diagnostic' && diagnostics.push(event.diagnostic.code),
    });
    await vi.waitFor(() => expect(diagnostics).toEqual(['config/wrong-type']), { timeout: 5000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    project.write('assetc.yml', 'embed: ["*.json"]\n');
    await vi.waitFor(() => expect(results).toMatchObject([{ status: 'ok', assets: [{ id: 'a.json' }] }]), {
      timeout: 5000,
    });
    controller.abort();
    expect(await ended).toMatchObject({ status: 'ok' });
  });
});
