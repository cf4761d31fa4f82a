// Everything on the disk that decides whether a build has something to do: the configuration, plug-ins, external compilers, sources, what they
// read, and the folders of the input, in which files may appear.

import type { Config } from '../../config/config.js';
import { registry as ourKinds } from '../../registry.js';
import type { Host } from '../host/host.js';
import { openProject, type Project } from '../project.js';
import { registryWithPlugins } from '../project-registry.js';

/** After a build: absolute paths, unsorted. */
export async function listBuildInputs(host: Host, config: Config): Promise<ReadonlySet<string>> {
  const project = await openProject(config, host, await registryWithPlugins(ourKinds, config.plugins));
  const inside = insideInput(project);
  const outside = [
    config.file ?? [],
    config.base ?? [],
    config.packOrder ?? [],
    (config.plugins ?? []).flatMap(({ files }) => files),
    project.kinds.programs,
  ].flat();
  return new Set([...outside, config.input, ...[...inside].map((path) => project.state.input.absolute(path))]);
}

/** Relative to the input. */
function insideInput({ discovery, cache, state }: Project): ReadonlySet<string> {
  const found = new Set(discovery.folders);
  const addFolder = (folder: string, ancestors: readonly string[]): void => {
    found.add(folder);
    for (const { path, isFolder } of state.input.children(folder, ancestors).entries)
      if (isFolder) addFolder(path, [...ancestors, path]);
      else found.add(path);
  };
  for (const { path, isFolder } of discovery.sources)
    if (isFolder) addFolder(path, [path]);
    else found.add(path);
  for (const path of cache.records.filesRead(new Set())) found.add(path);
  return found;
}
