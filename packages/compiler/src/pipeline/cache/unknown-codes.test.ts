import { describe, expect, it } from 'vitest';
import { digestText } from '../digest.js';
import { ids, MemoryProject, reasonsOf } from '../testing/memory-project.js';

const CACHE = '/project/runtime/.assetc-cache';
const SOURCES = { 'loud.list': 'warn of something', 'still.list': 'says nothing' };

/** As another version would have written it: with a code that this one does not have, and check sums that hold. */
function renameCode(text: string, digits: number): string {
  return text
    .split('\n')
    .map((line) => {
      const json = line.slice(digits + 1).replaceAll('shader/warning', 'shader/of-another-version');
      return line === '' ? line : `${digestText(json).slice(0, digits)} ${json}`;
    })
    .join('\n');
}

async function projectOfAnotherVersion(): Promise<MemoryProject> {
  const project = new MemoryProject(SOURCES);
  expect((await project.build()).diagnostics.map(({ code }) => code)).toEqual(['shader/warning']);
  project.host.put(CACHE, renameCode(project.host.text(CACHE) ?? '', 16));
  for (const path of project.host.files.keys())
    if (path.includes('/trace/')) project.host.put(path, renameCode(project.host.text(path) ?? '', 64));
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
