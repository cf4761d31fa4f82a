// Compiles a folder of sources without the pipeline: reads all into memory, then compiles one after the other in this process. The caller
// measures the usage of the process. In the mode `reads` nothing is compiled, which gives the cost of the start. Sets V8's flag for later
// optimization when the command line would. All modules are in one bundle, which both modes load.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optimizeLaterWith } from '../../packages/compiler/src/cli/optimize-later.js';
import { InputFolder } from '../../packages/compiler/src/pipeline/discover/input-folder.js';
import { SettingsResolver } from '../../packages/compiler/src/pipeline/discover/settings-resolver.js';
import { MemoryHost } from '../../packages/compiler/src/pipeline/testing/memory-host.js';
import { runJob } from '../../packages/compiler/src/pipeline/workers/run-job.js';
import { loadTask, runTask } from '../../packages/compiler/src/pipeline/workers/shared-work.js';
import { registry } from '../../packages/compiler/src/registry.js';

const ROOT = '/input';

export async function compileAlone(folder: string, mode: 'reads' | 'compiles'): Promise<void> {
  const host = new MemoryHost();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  for (const path of paths) host.put(`${ROOT}/${path}`, readFileSync(join(folder, path)));
  const resolver = new SettingsResolver({ layers: [] }, registry);
  const environment = {
    registry,
    resolver,
    input: new InputFolder(host, { root: ROOT, exclude: [] }),
    sources: { input: ROOT, output: '/output', otherOutputs: [], embed: [] },
    parallel: async (task: string, count: number, payload: unknown) => {
      const run = await loadTask(registry, task);
      for (let index = 0; index < count; index++) runTask(run, payload, index);
    },
  };
  const { signal } = new AbortController();
  const onCompiled = optimizeLaterWith(1);
  for (const source of mode === 'reads' ? [] : paths) {
    const kind = registry.kinds.find((candidate) => candidate.claims({ path: source, isFolder: false }));
    if (kind === undefined) throw new Error(`no kind claims ${source}`);
    const { values, all } = resolver.resolve(kind, [source]);
    const params = kind.paramsOf?.(source, all);
    const job = { kind: kind.name, source, name: undefined, base: kind.base(source), params, settings: values };
    const { failed } = await runJob({ ...job, knownFiles: [] }, environment, signal);
    if (failed) throw new Error(`${source} did not compile`);
    onCompiled();
  }
}
