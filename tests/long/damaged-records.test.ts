// Damaged, cut off and mixed up records and stores: the next build is at worst a cold start, and its output is that of a clean one.

import { afterAll, describe, expect, it } from 'vitest';
import { recordBlocks } from '../../packages/compiler/src/pipeline/cache/record-blocks.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { mutate, Random, rounds } from './random.js';

const SOURCES = {
  'a.list': 'include c.chunk\ntext one\nwarn of something\nderive c.chunk p0_1 0 2\nshare data.raw s0 0 2',
  'dir/b.list': 'include ../c.chunk\npart ../data.raw 1 2\nexists ../gone.raw',
  'c.chunk': 'content 12',
  'data.raw': 'content 34',
  'level.json': '{"level": 1}',
  'crate.box/1': 'content 1',
  'crate.box/2': 'content 2',
};

/** Files that a build keeps for itself: its record, and the store with its traces. */
const isKept = (path: string): boolean => path.includes('/.assetc-cache') || path.startsWith('/cache/');

function damage(project: MemoryProject, random: Random): string {
  const kept = [...project.host.files.keys()].filter(isKept).sort();
  const path = random.one(kept);
  const bytes = project.host.files.get(path)?.bytes ?? new Uint8Array(0);
  switch (random.below(5)) {
    case 0:
      project.host.files.delete(path);
      return `${path} deleted`;
    case 1: {
      const other = random.one(kept);
      project.host.put(path, project.host.files.get(other)?.bytes ?? new Uint8Array(0));
      return `${path} replaced by ${other}`;
    }
    default:
      project.host.put(path, mutate(bytes, random));
      return `${path} mutated`;
  }
}

describe('damaged records and stores', () => {
  const count = rounds(150, 2000);
  const { rows } = recordBlocks;
  afterAll(() => {
    recordBlocks.rows = rows;
  });

  it(
    `${count} of them never put a wrong byte into the output`,
    async () => {
      const clean = new MemoryProject(SOURCES);
      expect(await clean.build()).toMatchObject({ status: 'ok' });
      const expected = clean.outputs();
      const random = new Random(7);
      let project = new MemoryProject(SOURCES);
      for (let round = 0; round < count; round++) {
        // A fresh one now and then: damage must also meet a record that nothing has shaken before.
        if (round % 10 === 0) project = new MemoryProject(SOURCES);
        // Every other project has a record in blocks.
        recordBlocks.rows = round % 20 < 10 ? rows : 2;
        await project.build();
        const done = Array.from({ length: 1 + random.below(2) }, () => damage(project, random));
        if (random.below(3) === 0) {
          const output = random.one(Object.keys(project.outputs()));
          project.host.files.delete(`/project/runtime/${output}`);
          done.push(`${output} deleted`);
        }
        const result = await project.build();
        expect(result.status, `round ${round}: ${done.join(', ')}`).toBe('ok');
        expect(project.outputs(), `round ${round}: ${done.join(', ')}`).toEqual(expected);
      }
    },
    rounds(120_000, 1_800_000),
  );
});
