import { describe, expect, it } from 'vitest';
import { ids, MemoryProject, reasonsOf } from '../testing/memory-project.js';
import { digestText } from './digest.js';
import { openSeal } from './seal.js';

const CACHE = '/project/runtime/.assetc-cache';
const SOURCES = { 'loud.list': 'warn of something', 'still.list': 'says nothing' };

const rename = (json: string): string => json.replaceAll('shader/warning', 'shader/of-another-version');

/** As another version of this user would have written it: with a code that this one does not have, sums and seals that hold. */
async function projectOfAnotherVersion(): Promise<MemoryProject> {
  const project = new MemoryProject(SOURCES);
  expect((await project.build()).diagnostics.map(({ code }) => code)).toEqual(['shader/warning']);
  const { host } = project;
  const seal = openSeal(host);
  const lines = (host.text(CACHE) ?? '').split('\n').filter((line) => line !== '');
  const renamed = lines.map((line) => {
    const json = rename(line.slice(50));
    return `${digestText(json).slice(0, 16)} ${seal.of('record', Buffer.from(json))} ${json}\n`;
  });
  host.put(CACHE, renamed.join(''));
  for (const path of host.files.keys()) {
    if (!path.includes('/trace/')) continue;
    const json = rename((host.text(path) ?? '').slice(32 + 65));
    const trace = `${digestText(json)} ${json}`;
    host.put(path, seal.of('trace', Buffer.from(trace), path.slice(path.lastIndexOf('/') + 1)) + trace);
  }
  return project;
}

describe('diagnostics of another version', () => {
  it('are compiled anew and leave everything else alone', async () => {
    const project = await projectOfAnotherVersion();
    expect(project.host.text(CACHE)).toContain('shader/of-another-version');
    const result = await project.build();
    expect(ids(result, 'built')).toEqual(['loud.list']);
    expect(ids(result, 'cached')).toEqual(['still.list']);
    expect(reasonsOf(result, 'loud.list')).toEqual(['list compiler of another version → 1']);
    expect(result.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['shader/warning', 'of something'],
    ]);
    expect(await project.build()).toMatchObject({ built: 0, cached: 2 });
  });

  it('are not restored from the store', async () => {
    const project = await projectOfAnotherVersion();
    project.host.files.delete(CACHE);
    const result = await project.build();
    expect(ids(result, 'built')).toEqual(['loud.list']);
    expect(ids(result, 'restored').concat(ids(result, 'cached'))).toEqual(['still.list']);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['shader/warning']);
  });

  it('do not make the outputs of their asset strange', async () => {
    const project = await projectOfAnotherVersion();
    project.delete('loud.list');
    expect(await project.build()).toMatchObject({ removed: 1 });
    expect(Object.keys(project.outputs())).toEqual(['assets.hman', 'still.out']);
  });
});
