// Builds a few sources with the real kinds on the disk's double, and tells what the build complained about.

import type { Layer } from '../../packages/compiler/src/config/config.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';

/** `code file: message`, in the order of the result. */
export async function complaintsOf(
  sources: Readonly<Record<string, string | Uint8Array>>,
  values: Layer['values'] = {},
): Promise<readonly string[]> {
  const project = new MemoryProject(
    {},
    { embed: ['*.json'], layers: [{ origin: 'default', match: undefined, values }] },
  );
  project.registry = registry;
  for (const [path, content] of Object.entries(sources)) project.host.put(`/project/assets/${path}`, content);
  const { diagnostics } = await project.build();
  return diagnostics.map(({ code, file, message }) => `${code} ${file}: ${message}`);
}
