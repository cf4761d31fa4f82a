// Entry of the shader thread: runs the bundled compilers apart from the build's workers, so that one that hangs or eats memory can be
// stopped without losing anything else. Bundled on its own into dist/vendor.

import { parentPort, workerData } from 'node:worker_threads';
import { GlslangHost } from './glslang-host.js';
import { NagaHost } from './naga-host.js';
import type { ThreadData, ThreadMessage, ThreadReply, ThreadRequest } from './protocol.js';
import { SlangHost } from './slang-host.js';

const port = parentPort;
if (port === null) throw new Error('the shader thread was started outside a worker');
const { folder }: ThreadData = workerData;
const slang = new SlangHost(folder);
const naga = new NagaHost(folder);
const glslang = new GlslangHost(folder);
const post = (message: ThreadMessage): void => port.postMessage(message);
const began = (): void => post({ began: true });

function answer(request: ThreadRequest): Promise<ThreadReply> {
  switch (request.do) {
    case 'slang':
      return slang.compile(request, began);
    case 'wgsl':
      return naga.compileWgsl(request, began);
    case 'glsl':
      return glslang.compile(request, began);
    case 'validate':
      return naga.validate(request, began);
  }
}

port.on('message', (request: ThreadRequest) => {
  answer(request).then(post, (error: unknown) => {
    const crash = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    post({ ok: false, modules: [], log: '', crash });
  });
});
