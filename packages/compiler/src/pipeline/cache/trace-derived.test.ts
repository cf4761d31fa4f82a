import { expect, it } from 'vitest';
import { MemoryProject } from '../testing/memory-project.js';
import { digestText } from './digest.js';
import { openSeal } from './seal.js';

const CACHE = '/project/runtime/.assetc-cache';

/** The store's traces with one text exchanged for another, sums and seals right; the record is gone, so that they are asked. */
async function projectWithTraces(change: (json: string) => string): Promise<MemoryProject> {
  const project = new MemoryProject({ 'a.list': 'derive x.txt part 0 3', 'x.txt': 'abcdef' });
  await project.build();
  const { host } = project;
  for (const path of [...host.files.keys()]) {
    if (!path.includes('/trace/')) continue;
    const json = change((host.text(path) ?? '').slice(32 + 65));
    const text = `${digestText(json)} ${json}`;
    const seal = openSeal(host).of('trace', Buffer.from(text), path.slice(path.lastIndexOf('/') + 1));
    host.put(path, seal + text);
  }
  host.files.delete(CACHE);
  return project;
}

it('a trace that derives a kind which is no more does not end the build', async () => {
  const project = await projectWithTraces((json) => json.replace('"kind":"chunk"', '"kind":"no-such-kind"'));
  expect(await project.build()).toMatchObject({ status: 'ok', failed: 0 });
});

it('a trace that derives its own asset ends', async () => {
  let list = '';
  await projectWithTraces((json) => {
    list = /"derived":\[\{.*?\}\]/.exec(json)?.[0] ?? list;
    return json;
  });
  expect(list).toContain('"name":"part"');
  const project = await projectWithTraces((json) => json.replace('"derived":[]', list));
  expect(await project.build()).toMatchObject({ failed: 0 });
});
