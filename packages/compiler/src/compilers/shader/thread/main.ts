// Entry of the shader thread: runs the bundled compilers apart from the build's workers, so that one that hangs or eats memory can be
// stopped without losing anything else. Bundled on its own into dist/vendor.

import { parentPort, workerData } from 'node:worker_threads';
import { NagaHost } from './naga-host.js';
import type { ThreadData, ThreadReply, ThreadRequest } from './protocol.js';
import { SlangHost } from './slang-host.js';

const port = parentPort;
if (port === null) throw new Error('the shader thread was started outside a worker');
const { folder }: ThreadData = workerData;
const slang = new SlangHost(folder);
const naga = new NagaHost(folder);

function answer(request: ThreadRequest): Promise<ThreadReply> {
  switch (request.do) {
    case 'slang':
      return slang.compile(request);
    case 'wgsl':
      return naga.compileWgsl(request);
    case 'glsl':
      return naga.compileGlsl(request);
    case 'validate':
      return naga.validate(request);
  }
}

port.on('message', (request: ThreadRequest) => {
  answer(request).then(
    (reply) => port.postMessage(reply),
    (error: unknown) => {
      const crash = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      port.postMessage({ ok: false, modules: [], log: '', crash } satisfies ThreadReply);
    },
  );
});
