// Records in blocks with something changed in any of their lines, and every checksum right, met by a build that relies on a note of the
// last one. Without our seal the build ends like a clean one. With it, as only a fault of our own could write it, nothing outside the
// output is touched, nothing crashes, and a build without the record ends like a clean one. Short: a hundred; ASSETC_LONG=1: 10,000.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPart } from '../../packages/compiler/src/pipeline/cache/load-part.js';
import { recordBlocks } from '../../packages/compiler/src/pipeline/cache/record-blocks.js';
import { openSeal } from '../../packages/compiler/src/pipeline/cache/seal.js';
import type { Since } from '../../packages/compiler/src/pipeline/narrow/since.js';
import type { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { CACHE, changed, copyOf, outside, type Prepared, prepare, recordText, withMarks } from './forged-project.js';
import { type Random, randomFrom } from './mutate-json.js';

const RUNS = process.env.ASSETC_LONG === '1' ? 10_000 : 100;
const EDITED = 'b.json';

function writeForgedRecord(project: MemoryProject, { lines, texts }: Prepared, sealed: boolean, random: Random): void {
  const forged = [...lines];
  const at = Math.floor(random() * (forged.length + 1));
  // A line that a narrow build appended, or one of the others.
  if (at === forged.length) forged.push(changed({ end: lines[1] ?? null, times: [], gone: [EDITED] }, texts, random));
  else forged[at] = changed(forged[at] ?? null, texts, random);
  const seal = sealed ? openSeal(project.host) : undefined;
  // Otherwise a changed block would only be found to be of another record. The index itself is changed, too.
  project.host.put(CACHE, recordText(at === 1 ? forged : withMarks(forged, seal), seal));
}

/** What a note says after one edit, if the record is the one that it belongs to. */
function sinceEdit({ host }: MemoryProject, onNarrowEnd: Since['onNarrowEnd']): Since {
  const part = loadPart(host, '/project/runtime', { inputs: new Set([EDITED]), outputs: new Set() });
  return {
    changed: [`/project/assets/${EDITED}`],
    added: [],
    removed: [],
    listings: new Map(),
    stats: new Map(),
    record: part?.cache.identity ?? 'none',
    counts: { cached: 8, warnings: 0, silenced: 0, sourceBytes: 0, outputBytes: 0 },
    onNarrowEnd,
  };
}

describe('narrow builds with mutated records in blocks', () => {
  const { rows } = recordBlocks;
  beforeAll(() => {
    recordBlocks.rows = 2;
  });
  afterAll(() => {
    recordBlocks.rows = rows;
  });

  it.each([false, true])(`that are sealed: %s, ${RUNS / 2} times`, { timeout: 3_600_000 }, async (sealed) => {
    const prepared = await prepare(false);
    const edited = copyOf(prepared.host);
    edited.write(EDITED, '{"b":2}');
    expect(await edited.build()).toMatchObject({ status: 'ok', built: 1 });
    const expected = edited.outputs();
    const random = randomFrom(sealed ? 4 : 3);
    let narrow = 0;
    for (let run = 0; run < RUNS / 2; run++) {
      const project = copyOf(prepared.host);
      writeForgedRecord(project, prepared, sealed, random);
      const reported = `run ${run}: ${project.host.text(CACHE)}`;
      project.write(EDITED, '{"b":2}');
      const before = outside(project);
      const since = sinceEdit(project, () => narrow++);
      const result = await project.build({ since }).catch((error: unknown) => {
        throw new Error(reported, { cause: error });
      });
      expect(outside(project), reported).toEqual(before);
      if (!sealed) expect(result, reported).toMatchObject({ status: 'ok', failed: 0, removed: 0 });
      else expect(await project.build({ noCache: true }), reported).toMatchObject({ status: 'ok', failed: 0 });
      if (sealed) expect(project.outputs(), reported).toMatchObject(expected);
      else expect(project.outputs(), reported).toEqual(expected);
    }
    if (sealed) expect(narrow).toBeGreaterThan(RUNS / 10);
    else expect(narrow).toBe(0);
  });
});
