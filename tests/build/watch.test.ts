// Watching on a real disk, through the library: bursts, half-written and renamed files, edits during a rebuild, the end.

import { closeSync, watch as fsWatch, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type BuildEvent, type BuildResult, type Config, loadConfig, watch } from 'assetc';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DiskProject } from '../support/disk-project.js';
import { eventually, until } from '../support/patience.js';
import { makePng } from '../support/png.js';

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
  load: () => Config | Promise<Config> = () => this.config();

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
      loadConfig: () => this.load(),
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
    await eventually(() => expect(this.#idle).toBeGreaterThan(0));
  }

  outputs(): readonly string[] {
    return Object.keys(this.project.hashTree());
  }

  async end(): Promise<BuildResult | undefined> {
    this.controller.abort();
    const last = await this.#ended;
    this.project.remove();
    return last;
  }
}

/** Writes a file of the project's root, and waits until the system has reported that. */
async function saved(project: DiskProject, name: string, text: string): Promise<void> {
  const watcher = fsWatch(project.root);
  const reported = new Promise<void>((resolve) =>
    watcher.on('change', (_, changed) => {
      if (changed === name) resolve();
    }),
  );
  project.write(name, text);
  await reported;
  watcher.close();
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
    await eventually(() => expect(w.results.at(-1)).toMatchObject({ built: 1, cached: 1 }));
    expect(w.project.read('runtime/a.json')).toBe('changed');
    renameSync(w.project.path('assets/d'), w.project.path('assets/e'));
    await eventually(() => expect(w.outputs()).toEqual(['a.json', 'assets.hman', 'e/b.json']));
    rmSync(w.project.path('assets/e'), { recursive: true });
    await eventually(() => expect(w.outputs()).toEqual(['a.json', 'assets.hman']));
    expect(w.results.map(({ status }) => status)).toEqual(w.results.map(() => 'ok'));
  });

  it('builds all files of a burst', async () => {
    const w = await started();
    mkdirSync(w.project.path('assets/many'));
    for (let i = 0; i < 60; i++) w.project.write(`assets/many/${i}.json`, `${i}`);
    await eventually(() => expect(w.outputs()).toHaveLength(3 + 60));
    await eventually(() => expect(w.results.at(-1)).toMatchObject({ status: 'ok', failed: 0 }));
  });

  it('builds the end of a file that is written in pieces', async () => {
    const w = await started();
    const file = openSync(w.project.path('assets/a.json'), 'w');
    let pieces = 0;
    await until(() => writeSync(file, `${pieces++} `) > 0 && pieces === 40);
    closeSync(file);
    await eventually(() => expect(w.project.read('runtime/a.json')).toMatch(/ 39 $/));
  });

  it('builds the end of a file that is written for longer than a burst may take', async () => {
    const w = await started();
    const built = w.results.length;
    const file = openSync(w.project.path('assets/a.json'), 'w');
    // Until a build came in between: what is written then is the last save, of which no report may come.
    await until(async () => {
      writeSync(file, 'piece ');
      return w.results.length > built;
    });
    writeSync(file, 'end');
    closeSync(file);
    await eventually(() => expect(w.project.read('runtime/a.json')).toMatch(/end$/));
  });

  it('survives a half-written file and builds it when it is whole', async () => {
    const w = await started();
    const image = makePng(8, 8, () => [9, 8, 7, 255]);
    w.project.write('assets/i.png', image.subarray(0, 40));
    await eventually(() => expect(w.results.at(-1)).toMatchObject({ status: 'failed', failed: 1 }));
    w.project.write('assets/i.png', image);
    await eventually(() => expect(w.results.at(-1)).toMatchObject({ status: 'ok', failed: 0 }));
    expect(w.project.hashTree()).toHaveProperty(['i.ktx2']);
  });

  it('loses no edit that comes during a rebuild', async () => {
    const w = await started();
    let edits = 0;
    // The build has looked at the folder and is about to read: what is saved now belongs to the next build at the latest.
    w.onBuild = () => {
      if (edits++ < 3) w.project.write('assets/a.json', `edit ${edits}`);
    };
    w.project.write('assets/a.json', 'first');
    await eventually(() => expect(w.project.read('runtime/a.json')).toBe('edit 3'));
  });

  it('takes up a changed configuration', async () => {
    const w = await started();
    w.project.write('assets/t.txt', 'text');
    await eventually(() => expect(w.results.length).toBeGreaterThan(1));
    expect(w.project.hashTree()).not.toHaveProperty(['t.txt']);
    w.embed = ['*.json', '*.txt'];
    w.project.write('assetc.yml', '# saved');
    await eventually(() => expect(w.project.hashTree()).toHaveProperty(['t.txt']));
  });

  it('loses no configuration that is saved while the last one is read', async () => {
    const w = new Watched();
    watched = w;
    w.project.write('assets/t.txt', 'text');
    w.project.write('assets/u.ini', 'text');
    // Nobody listens the first time. The next time the change is reported before the configuration is there.
    const later = ['*.txt', '*.ini'];
    w.load = async () => {
      const read = w.config();
      const next = later.shift();
      if (next === undefined) return read;
      w.embed = [...w.embed, next];
      await saved(w.project, 'assetc.yml', `# with ${next}`);
      return read;
    };
    await w.start();
    await eventually(() => expect(w.outputs()).toEqual(['a.json', 'assets.hman', 'd/b.json', 't.txt', 'u.ini']));
  });

  it.each(['for a moment', 'until it was missed'])('listens again to an input that was away %s', async (away) => {
    const w = await started();
    renameSync(w.project.path('assets'), w.project.path('elsewhere'));
    if (away === 'until it was missed')
      await eventually(() => expect(w.results.at(-1)?.diagnostics).toMatchObject([{ code: 'build/no-input' }]));
    renameSync(w.project.path('elsewhere'), w.project.path('assets'));
    w.project.write('assets/a.json', 'after');
    await eventually(() => expect(w.project.read('runtime/a.json')).toBe('after'));
    w.project.write('assets/d/late.json', 'later');
    await eventually(() => expect(w.project.read('runtime/d/late.json')).toBe('later'));
    await eventually(() => expect(w.results.at(-1)).toMatchObject({ status: 'ok' }));
  });

  it('listens to another folder that takes the place of the input', async () => {
    const w = await started();
    rmSync(w.project.path('assets'), { recursive: true });
    w.project.write('assets/new.json', 'new');
    await eventually(() => expect(w.outputs()).toEqual(['assets.hman', 'new.json']));
    w.project.write('assets/new.json', 'newer');
    await eventually(() => expect(w.project.read('runtime/new.json')).toBe('newer'));
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
      // At once: nobody listens to the file yet.
      onError: () => project.write('assetc.yml', 'embed: ["*.json"]\n'),
      onResult: (result) => results.push(result),
      onEvent: (event) => event.type === 'diagnostic' && diagnostics.push(event.diagnostic.code),
    });
    await eventually(() => expect(results.at(-1)).toMatchObject({ status: 'ok', assets: [{ id: 'a.json' }] }));
    expect(new Set(diagnostics)).toEqual(new Set(['config/wrong-type']));
    controller.abort();
    expect(await ended).toMatchObject({ status: 'ok' });
  });
});
