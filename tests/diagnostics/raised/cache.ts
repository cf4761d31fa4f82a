// Diagnostics about a shared cache, with a misbehaving server in memory.

import type { NetworkAnswer } from '../../../packages/compiler/src/pipeline/remote/network.js';
import { MemoryNetwork } from '../../../packages/compiler/src/pipeline/remote/testing/memory-network.js';
import { MemoryProject } from '../../../packages/compiler/src/pipeline/testing/memory-project.js';
import { codesOf, type Raise, type RowsOf } from '../raise.js';

const answering =
  (
    change: (answer: NetworkAnswer, method: string) => NetworkAnswer,
    env: Readonly<Record<string, string>> = {},
  ): Raise =>
  async () => {
    const network = new MemoryNetwork();
    network.tamper = (answer, { method }) => change(answer, method);
    const project = new MemoryProject({ 'a.list': 'a' });
    project.remote = network.port(env);
    return codesOf((await project.build()).diagnostics);
  };

const status =
  (code: number, of = 'GET') =>
  (answer: NetworkAnswer, method: string): NetworkAnswer =>
    method === of ? { ...answer, status: code } : answer;

export const cacheRows: RowsOf<'cache'> = {
  'cache/bad-address': answering((answer) => answer, { ASSETC_CACHE_URL: 'nowhere' }),
  'cache/unreachable': async () => {
    const network = new MemoryNetwork();
    network.tamper = (answer) => ({ ...answer, status: 500 });
    const project = new MemoryProject({ 'a.list': 'a', 'b.list': 'b', 'c.list': 'c' });
    project.remote = network.port();
    return codesOf((await project.build()).diagnostics);
  },
  'cache/refused': answering(status(401)),
  'cache/wrong-answer': answering((answer) => ({ ...answer, status: 200, body: Uint8Array.of(1, 2, 3) })),
  'cache/not-sent': answering(status(403, 'PUT'), { CI: 'true' }),
};
