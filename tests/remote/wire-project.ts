// A project on the disk's double that reaches a server on this machine over the real network.

import { NodeNetwork } from '../../packages/compiler/src/pipeline/remote/node-network.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';

export const SOURCES: Readonly<Record<string, string>> = {
  'a.list': 'include b.txt\nexists c.txt\ndir sub\nwarn it is so',
  'b.txt': 'b',
  'sub/x.txt': 'x',
  'of.list': 'of a.list\nuse a.list list',
  'in.list': 'derive in.bin one 2 3\nderive in.bin two',
  'in.bin': '0123456789',
  'small.json': '{}',
  'long.json': `"${'x'.repeat(20_000)}"`,
  'longer.json': `"${'y'.repeat(200_000)}"`,
};

export const remoteOver = (
  url: string,
  env: Readonly<Record<string, string>> = {},
): NonNullable<MemoryProject['remote']> => ({
  env: { ASSETC_CACHE_URL: url, ...env },
  openNetwork: async () => new NodeNetwork(),
});

export function wireProject(url: string, env: Readonly<Record<string, string>> = {}): MemoryProject {
  const project = new MemoryProject(SOURCES);
  project.remote = remoteOver(url, env);
  return project;
}
