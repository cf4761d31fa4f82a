import { describe, expect, it } from 'vitest';
import { digestBytes } from '../cache/digest.js';
import { BLOCK_BYTES } from '../host/file-blocks.js';
import { ids, MemoryProject } from '../testing/memory-project.js';

/** No block of it equals another. */
function noise(sizeBytes: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(sizeBytes / 4));
  for (let i = 0, x = seed; i < words.length; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    words[i] = x;
  }
  return new Uint8Array(words.buffer, 0, sizeBytes);
}

const film = noise(5 * BLOCK_BYTES + 123, 7);

function start(): MemoryProject {
  const project = new MemoryProject({ 'a.list': 'plain' }, { pack: true, embed: ['*.json', '*.mp4'] });
  project.host.put('/project/assets/film.mp4', film);
  return project;
}

/** Vitest compares megabytes element by element. */
const copied = (project: MemoryProject) => {
  const bytes = project.host.files.get('/project/runtime/film.mp4')?.bytes;
  return bytes === undefined ? undefined : digestBytes(bytes);
};

describe('files that are embedded', () => {
  it('are copied, packed, verified and judged a block at a time', async () => {
    const project = start();
    const read: string[] = [];
    project.validate = (path) => {
      read.push(path);
      return [];
    };
    expect(await project.build({ verify: true })).toMatchObject({ status: 'ok' });
    expect(copied(project)).toBe(digestBytes(film));
    expect(read).toContain('film.mp4');
    expect(ids(await project.build({ verify: true }), 'built')).toEqual([]);
    project.host.touch('/project/runtime/film.mp4');
    project.host.put('/project/assets/film.mp4', film);
    expect(ids(await project.build(), 'built')).toEqual([]);
    project.host.files.delete('/project/runtime/film.mp4');
    project.host.files.delete('/project/runtime/.assetc-cache');
    await project.build();
    expect(copied(project)).toBe(digestBytes(film));
    expect(project.host.largestRead).toBeLessThanOrEqual(BLOCK_BYTES);
  });

  it('are not held a second time by the content store', async () => {
    const project = start();
    await project.build();
    const stored = [...project.host.files].filter(([path]) => path.startsWith('/cache/'));
    expect(stored.length).toBeGreaterThan(0);
    expect(Math.max(...stored.map(([, { bytes }]) => bytes.length))).toBeLessThan(BLOCK_BYTES);
  });

  it('that change on the way are not written, and what was there before stays', async () => {
    const project = start();
    await project.build();
    project.host.put('/project/assets/film.mp4', noise(3 * BLOCK_BYTES, 9));
    project.host.onOperation = (operation, path) => {
      if (operation !== 'create' || !path.startsWith('/project/runtime/.assetc-tmp-')) return;
      project.host.onOperation = undefined;
      project.host.put('/project/assets/film.mp4', noise(3 * BLOCK_BYTES, 11));
    };
    const result = await project.build();
    expect(result.diagnostics).toMatchObject([
      { code: 'build/vanished', file: 'film.mp4', message: 'changed while it was being copied' },
    ]);
    expect(copied(project)).toBe(digestBytes(film));
    await project.build();
    expect(copied(project)).toBe(digestBytes(noise(3 * BLOCK_BYTES, 11)));
  });

  it('that cannot be read any more are named as sources, not as outputs', async () => {
    const project = start();
    project.host.onOperation = (operation, path) => {
      if (operation !== 'create' || !path.startsWith('/project/runtime/.assetc-tmp-')) return;
      project.host.onOperation = undefined;
      project.delete('film.mp4');
    };
    const { diagnostics } = await project.build();
    expect(diagnostics).toMatchObject([{ code: 'build/vanished', file: 'film.mp4' }]);
  });
});
