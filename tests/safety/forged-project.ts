// A built project on the disk's double, copies of it to be changed, and what is compared afterwards.

import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Seal } from '../../packages/compiler/src/pipeline/cache/seal.js';
import type { MemoryHost } from '../../packages/compiler/src/pipeline/testing/memory-host.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { mutate, type Random, textsOf } from './mutate-json.js';
import type { Json } from './surroundings.js';

const SOURCES = {
  'a.list': 'derive x.txt part 0 3\nderive x.txt other 3 3\nwarn of something\ninclude x.txt\nexists y.txt\ndir sub',
  'b.json': '{"b":1}',
  'sub/c.chunk': 'a chunk',
  'sub/d.list': 'share ../x.txt shared 1 2\nof ../b.json\nfor name',
  'x.txt': 'abcdef',
};
export const CACHE = '/project/runtime/.assetc-cache';
export const PACK = '/project/runtime.hpack';

export interface Prepared {
  readonly host: MemoryHost;
  readonly clean: Record<string, string>;
  readonly lines: readonly Json[];
  readonly traces: readonly string[];
  readonly texts: readonly string[];
}

export const sha = (text: string) => createHash('sha256').update(text).digest('hex');
export const parse = (text: string): Json => JSON.parse(text);

/** `pack`: a build that may be narrow has none. */
export async function prepare(pack: boolean): Promise<Prepared> {
  const project = new MemoryProject(SOURCES);
  const { host } = project;
  host.put('/victim.txt', 'precious');
  host.put('/project/victim.txt', 'precious');
  host.put('/project/runtime2/victim.txt', 'precious');
  expect(await project.build({ pack })).toMatchObject({ status: 'ok', failed: 0 });
  const lines = (host.text(CACHE) ?? '').split('\n').filter(Boolean);
  const values = lines.map((line) => parse(line.slice(50)));
  const traces = [...host.files.keys()].filter((path) => path.includes('/trace/'));
  return { host, clean: outputsOf(project), lines: values, traces, texts: values.flatMap(textsOf) };
}

/** The same disk, to be changed. */
export function copyOf(host: MemoryHost): MemoryProject {
  const project = new MemoryProject();
  const copy = project.host;
  copy.clock = host.clock;
  copy.files.clear();
  for (const folder of host.folders) copy.folders.add(folder);
  for (const [path, node] of host.files) copy.files.set(path, { ...node });
  return project;
}

export function outputsOf(project: MemoryProject): Record<string, string> {
  return { ...project.outputs(), pack: project.host.tree('/project')['runtime.hpack'] ?? '' };
}

/** Everything that no build may change. */
export function outside({ host }: MemoryProject): Record<string, string> {
  const own = /^(?:project\/runtime(?:\/|\.hpack$)|cache\/|home\/cache\/)/;
  return Object.fromEntries(Object.entries(host.tree('')).filter(([path]) => !own.test(path)));
}

export function changed(value: Json, texts: readonly string[], random: Random): Json {
  const copy = parse(JSON.stringify(value));
  if (typeof copy !== 'object' || copy === null) return copy;
  for (let i = 1 + Math.floor(random() * 3); i > 0; i--) mutate(copy, texts, random);
  return copy;
}

const sealOf = (json: string, seal: Seal | undefined): string =>
  seal?.of('record', Buffer.from(json)) ?? '0'.repeat(32);

/** Lines of a record. `seal`: undefined if its writer does not have our key. */
export const recordText = (values: readonly Json[], seal: Seal | undefined): string =>
  values
    .map((value) => {
      const json = JSON.stringify(value);
      return `${sha(json).slice(0, 16)} ${sealOf(json, seal)} ${json}\n`;
    })
    .join('');

/** The lines of a record in blocks, whose index states what each of its blocks now is. */
export function withMarks([header = null, head = null, ...others]: readonly Json[], seal: Seal | undefined): Json[] {
  const { blocks } = asObject(head);
  const { lines: before } = asObject(blocks ?? null);
  if (!Array.isArray(before)) throw new Error('a record without blocks');
  const lines = others.slice(0, before.length).map((block) => {
    const json = JSON.stringify(block);
    return { seal: sealOf(json, seal), sizeBytes: Buffer.byteLength(json) };
  });
  return [header, { ...asObject(head), blocks: { ...asObject(blocks ?? null), lines } }, ...others];
}

function asObject(value: Json): { readonly [key: string]: Json } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return value;
}
