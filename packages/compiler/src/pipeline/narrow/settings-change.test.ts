// Changed settings: which of them a narrow build can handle, and that all others lead to a build of everything.

import { describe, expect, it } from 'vitest';
import type { Config, Layer } from '../../config/config.js';
import { compareWithDisk, observedFiles } from '../noop/observations.js';
import { RecordingHost } from '../noop/recording-host.js';
import { ids, MemoryProject, rule } from '../testing/memory-project.js';
import { configText, layersBefore } from './config-text.js';
import type { NarrowEnd } from './since.js';

const depth = (value: number): Layer['values'] => ({ other: { depth: value } });
const SOURCES = { 'a.chunk': 'a', 'dir/b.chunk': 'b', 'dir/c.chunk': 'c', 'd.json': 'd', 'dir/e.json': 'e' };

async function buildWith(project: MemoryProject, changes: Partial<Config>) {
  for (let builds = 0; builds < 2; builds++) await project.build();
  project.host.clock += 10_000;
  const recording = new RecordingHost(project.host);
  const counts = await project.build({}, recording.host);
  const before = configText(project.config);
  project.config = { ...project.config, ...changes };
  const observations = recording.observations(project.host);
  const disk = observations === undefined ? undefined : compareWithDisk(observations, project.host);
  if (observations === undefined || disk === undefined) throw new Error('the build left no note');
  const layers = layersBefore(before, project.config);
  let end: NarrowEnd | undefined;
  const onNarrowEnd = (state: NarrowEnd): void => {
    end = state;
  };
  const settings = { before: layers ?? [], files: observedFiles(observations), stat: undefined };
  const since = layers === undefined ? {} : { since: { ...disk, settings, record: undefined, counts, onNarrowEnd } };
  const result = await project.build(since);
  return { how: end === undefined ? 'everything' : 'narrow', result };
}

describe('a changed setting', () => {
  const layers = [rule('dir/*.chunk', depth(1)), rule('*.json', depth(1), 'default.rules[1]')];

  it('of a rule checks only what the rule applies to', async () => {
    const project = new MemoryProject(SOURCES, { layers });
    const { how, result } = await buildWith(project, { layers: [rule('dir/*.chunk', depth(2)), ...layers.slice(1)] });
    expect([how, ids(result, 'built'), result.cached]).toEqual(['narrow', ['dir/b.chunk', 'dir/c.chunk'], 3]);
    expect(project.outputs()['dir/b.bin']).toBe('b|2');
  });

  it('that affects no bytes builds nothing', async () => {
    const project = new MemoryProject(SOURCES, { layers });
    const { how, result } = await buildWith(project, {
      layers: [...layers.slice(0, 1), rule('*.json', depth(2), 'default.rules[1]')],
    });
    expect([how, result.built, result.cached]).toEqual(['narrow', 0, 5]);
  });

  it.each<[string, Partial<Config>, Record<string, string>]>([
    ['for everything', { layers: [{ origin: 'default', match: undefined, values: depth(2) }, ...layers] }, {}],
    ['by a new rule', { layers: [...layers, rule('a*', depth(2), 'default.rules[2]')] }, {}],
    ['by a rule with another glob', { layers: [rule('a*', depth(1)), ...layers.slice(1)] }, {}],
    ['and another key', { layers, embed: ['*.json', '*.txt'] }, {}],
    [
      'with derived assets',
      { layers: [rule('dir/*.chunk', depth(2)), ...layers.slice(1)] },
      { 'x.list': 'derive a.chunk p 0 1' },
    ],
    [
      'that an asset asks for',
      { layers: [rule('dir/*.chunk', depth(2)), ...layers.slice(1)] },
      { 'x.list': 'of dir/b.chunk' },
    ],
    [
      'of derived assets that an asset asks for',
      { layers: [rule('dir/*.chunk', depth(2)), ...layers.slice(1)] },
      { 'x.list': 'for y' },
    ],
    [
      'of a source that may yield now',
      { layers: [rule('dir/*.chunk', { ...depth(1), toy: { shy: true } }), ...layers.slice(1)] },
      {},
    ],
    [
      'of a source that may follow its uses now',
      { layers: [rule('dir/*.chunk', { ...depth(1), toy: { open: true } }), ...layers.slice(1)] },
      {},
    ],
  ])('checks everything: %s', async (_, changes, more) => {
    const { how, result } = await buildWith(new MemoryProject({ ...SOURCES, ...more }, { layers }), changes);
    expect([how, result.status]).toEqual(['everything', 'ok']);
  });

  it('checks everything if the rule matches a file that no kind compiles', async () => {
    const before = [rule('dir/*', depth(1))];
    const project = new MemoryProject({ ...SOURCES, 'dir/readme.txt': '' }, { layers: before });
    expect((await buildWith(project, { layers: [rule('dir/*', depth(2))] })).how).toBe('everything');
  });
});
