// Plug-ins and a farm: what they have a say in is compiled elsewhere only where the very same plug-ins are.

import { describe, expect, it } from 'vitest';
import type { PluginBundle } from '../../model/kind/plugin-bundle.js';
import { InputFolder } from '../discover/input-folder.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import { MemoryBudget } from '../execute/memory-budget.js';
import { registryWithPlugins } from '../project-registry.js';
import { MemoryBlobs, MemoryQueue } from '../testing/memory-farm.js';
import { MemoryHost } from '../testing/memory-host.js';
import { MemoryProject, rule, testConfig } from '../testing/memory-project.js';
import { toyPlugin } from '../testing/toy-plugin.js';
import { toyRegistry } from '../testing/toy-registry.js';
import { inlineExecutor } from '../workers/inline-executor.js';
import type { FarmWork } from './farm-queue.js';
import { farmWorker } from './farm-worker.js';
import { pluginsKey } from './plugins-key.js';

const SOURCES = { 'a.thing': 'a', 'part.txt': 'part', 'b.list': 'of a.thing\nof b.list', 'c.list': 'c' };
const LAYERS = [rule('a.thing', { thing: { size: 7 } }), rule('b.list', { toy: { level: 5 } })];

const project = (plugins: readonly PluginBundle[]) => new MemoryProject(SOURCES, { layers: LAYERS, plugins });

/** A machine whose disk is empty, with plug-ins of its own. */
async function workOf(blobs: MemoryBlobs, plugins: readonly PluginBundle[]): Promise<FarmWork> {
  const registry = await registryWithPlugins(toyRegistry, plugins);
  const config = testConfig();
  const input = new InputFolder(new MemoryHost(), { root: config.input, exclude: [] });
  const executor = inlineExecutor(registry, input, config, new SettingsResolver(config, registry));
  return farmWorker({ registry, isPlain: plugins.length === 0, executor, blobs, budget: new MemoryBudget(1e9) });
}

/** Builds `here` with a plain worker, and one that claims to have `claimed` and has `owned`. */
async function buildWith(claimed: readonly PluginBundle[], owned: readonly PluginBundle[] = claimed) {
  const blobs = new MemoryBlobs();
  const queue = new MemoryQueue(await workOf(blobs, []));
  const key = pluginsKey(claimed);
  if (key !== undefined) {
    queue.pluginPlaces.set(key, 1);
    queue.pluginWork.set(key, await workOf(blobs, owned));
  }
  const [here, alone] = [project([toyPlugin()]), project([toyPlugin()])];
  const result = await here.build({ farm: async () => ({ queue, blobs }) });
  await alone.build();
  expect(result).toMatchObject({ status: 'ok', built: 3 });
  expect(here.outputs()).toEqual(alone.outputs());
  expect(here.output('a.made')).toBe('made a part 7');
  const sent = queue.entries.map(({ source, plugins }) => `${source} ${plugins ?? 'plain'}`);
  const problems = result.diagnostics.filter(({ code }) => code.startsWith('farm/'));
  return { key, sent: [...new Set(sent)].sort(), problems };
}

describe('a farm', () => {
  it('compiles by plug-ins where a worker has the very same', async () => {
    const { key, sent, problems } = await buildWith([toyPlugin()]);
    expect(sent).toEqual([`a.thing ${key}`, 'b.list plain', 'c.list plain']);
    expect(problems).toEqual([]);
  });

  it('compiles on the building machine if workers have other plug-ins, and reports it once', async () => {
    const { sent, problems } = await buildWith([toyPlugin('other')]);
    expect(sent).toEqual(['b.list plain', 'c.list plain']);
    expect(problems.map(({ code }) => code)).toEqual(['farm/other-plugins']);
  });

  it('leaves it there without a word where no worker has plug-ins', async () => {
    const { sent, problems } = await buildWith([]);
    expect(sent).toEqual(['b.list plain', 'c.list plain']);
    expect(problems).toEqual([]);
  });

  it('has workers that check the plug-in themselves', async () => {
    const { key, sent, problems } = await buildWith([toyPlugin()], [toyPlugin('other')]);
    expect(sent).toContain(`a.thing ${key}`);
    expect(problems.map(({ code }) => code)).toEqual(['farm/refused']);
    expect(problems[0]?.message).toMatch(
      /its thing compiler is toys 1 [0-9a-f]{32}, but the job needs toys 1 [0-9a-f]{32}/,
    );
    const without = await buildWith([toyPlugin()], []);
    expect(without.problems[0]?.message).toContain('it has no kind thing');
  });
});

describe('the key of plug-ins', () => {
  it('follows their content and their order', () => {
    const [one, other] = [toyPlugin(), toyPlugin('other')];
    expect(pluginsKey([])).toBeUndefined();
    expect(pluginsKey(undefined)).toBeUndefined();
    expect(pluginsKey([one])).toMatch(/^[0-9a-f]{16}$/);
    expect(pluginsKey([{ ...one, specifier: './elsewhere.ts', files: ['/x'] }])).toBe(pluginsKey([one]));
    expect(new Set([[one], [other], [one, other], [other, one]].map(pluginsKey)).size).toBe(4);
  });
});
