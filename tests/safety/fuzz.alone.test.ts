// Records and traces with something changed in them and every checksum right. Without our seal, as anybody could write them: the
// build ends like a clean one, whatever they say. With it, as only a fault of our own could: nothing outside the output is
// touched, nothing crashes, and a build that uses neither ends like a clean one. On the disk's double, whose tree is compared whole;
// links and modes, which it lacks, are in the other tests here. Short: a few hundred; ASSETC_LONG=1: 10,000.

import { describe, expect, it } from 'vitest';
import { openSeal } from '../../packages/compiler/src/pipeline/cache/seal.js';
import type { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import {
  CACHE,
  changed,
  copyOf,
  outputsOf,
  outside,
  PACK,
  type Prepared,
  parse,
  prepare,
  recordText,
  sha,
} from './forged-project.js';
import { pick, type Random, randomFrom } from './mutate-json.js';

const RUNS = process.env.ASSETC_LONG === '1' ? 10_000 : 300;

function writeForgedRecord(project: MemoryProject, { lines, texts }: Prepared, sealed: boolean, random: Random): void {
  const [header = null, snapshot = null] = lines;
  const forged = [header, changed(snapshot, texts, random)];
  if (random() < 0.2) forged.push(changed({ intent: ['a.out', 'sub/d.out'] }, texts, random));
  if (random() < 0.2) forged.push(changed({ tables: snapshot }, texts, random));
  if (random() < 0.2) forged.push(changed({ end: snapshot, times: [] }, texts, random));
  if (random() < 0.05) forged[0] = changed(header, texts, random);
  project.host.put(CACHE, recordText(forged, sealed ? openSeal(project.host) : undefined));
}

function writeForgedTraces(project: MemoryProject, { traces, texts }: Prepared, sealed: boolean, random: Random): void {
  const { host } = project;
  const seal = openSeal(host);
  host.files.delete(CACHE);
  for (const path of [...host.files.keys()])
    if (path === PACK || path.startsWith('/project/runtime/')) host.files.delete(path);
  for (const path of traces) {
    if (random() < 0.4) continue;
    const value = changed(
      parse((host.text(pick(random, [path, path, path, ...traces])) ?? '').slice(32 + 65)),
      texts,
      random,
    );
    const json = JSON.stringify(value);
    const text = `${sha(json)} ${json}`;
    const key = path.slice(path.lastIndexOf('/') + 1);
    host.put(path, (sealed ? seal.of('trace', Buffer.from(text), key) : '0'.repeat(32)) + text);
  }
}

describe.each([
  ['records', writeForgedRecord, 1],
  ['traces', writeForgedTraces, 2],
] as const)('mutated %s', (_, forge, seed) => {
  it(`without our seal change nothing, ${RUNS / 4} times`, { timeout: 3_600_000 }, async () => {
    const prepared = await prepare(true);
    const random = randomFrom(seed);
    for (let run = 0; run < RUNS / 4; run++) {
      const project = copyOf(prepared.host);
      forge(project, prepared, false, random);
      const forged = project.host.text(CACHE);
      const before = outside(project);
      const result = await project.build({ pack: true });
      const reported = () => `run ${run}: ${forged}`;
      expect(result, reported()).toMatchObject({ status: 'ok', failed: 0, removed: 0 });
      expect(outputsOf(project), reported()).toEqual(prepared.clean);
      expect(outside(project), reported()).toEqual(before);
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it(`with our seal harm nothing outside, ${RUNS / 4} times`, { timeout: 3_600_000 }, async () => {
    const prepared = await prepare(true);
    const random = randomFrom(seed + 100);
    // Strange files that a sealed record made stay, as any that nobody recorded, and a pack takes them along.
    const { pack: _pack, ...withoutPack } = prepared.clean;
    let believed = 0;
    for (let run = 0; run < RUNS / 4; run++) {
      const project = copyOf(prepared.host);
      forge(project, prepared, true, random);
      const forged = project.host.text(CACHE);
      const before = outside(project);
      const reported = () => `run ${run}: ${forged}`;
      const result = await project.build({ pack: true }).catch((error: unknown) => {
        throw new Error(reported(), { cause: error });
      });
      if (result.built === 0) believed++;
      expect(outside(project), reported()).toEqual(before);
      expect(await project.build({ pack: true, noCache: true }), reported()).toMatchObject({ status: 'ok', failed: 0 });
      expect(project.outputs(), reported()).toMatchObject(withoutPack);
    }
    expect(believed).toBeGreaterThan(0);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
