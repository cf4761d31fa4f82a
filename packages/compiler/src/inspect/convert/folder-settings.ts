// What `assetc convert <folder>` compiles for a runtime: the kinds of assets that have a format of their own there, and the settings
// that select it. A folder has no configuration, so the settings also leave nothing to warn about that the user did not ask for.

import { allRuntimes, CONVERT_TARGETS, type ConvertTarget } from '../../runtimes/all-runtimes.js';
import type { FormatChoice } from '../../runtimes/contract/converter.js';
import { meshFormats } from '../../runtimes/format-settings.js';

/** Settings of a build, by group. */
type Values = { readonly [group: string]: { readonly [setting: string]: string | readonly number[] } };

interface FolderSettings {
  /** Only sources of these kinds are compiled. */
  readonly kinds: readonly string[];
  readonly values: Values;
}

/** Undefined if no build writes this format: pictures, glTF, text forms. */
export async function folderSettings(to: ConvertTarget): Promise<FolderSettings | undefined> {
  const runtime = allRuntimes.find(({ convert }) => convert.targets.includes(to));
  const { targets } = (await runtime?.convert.load()) ?? { targets: [] };
  const choices: readonly FormatChoice[] = targets
    .filter((target) => target.to === to)
    .flatMap((target) => ('builtWith' in target && target.builtWith !== undefined ? [target.builtWith] : []));
  if (runtime === undefined || choices.length === 0) return undefined;
  // A target may be a variant for one kind. Assets of the other kind are written for the same runtime.
  const own = {
    ...(runtime.mesh && { mesh: { format: runtime.name } }),
    ...(runtime.texture && { texture: { format: runtime.name } }),
  };
  const { mesh, texture } = merged([{ mesh: {}, texture: {} }, own, ...choices]);
  const chosen = meshFormats.find(({ name }) => name === mesh?.format) ?? meshFormats[0];
  const lods = chosen?.format.needs.lods === false ? { lods: [] } : {};
  const values = { mesh: { ...mesh, ...lods }, texture: { ...texture, standalone: 'all' } };
  return { kinds: Object.keys(values), values };
}

/** The targets that a folder can be converted to. */
export async function folderTargets(): Promise<readonly ConvertTarget[]> {
  const found = await Promise.all(CONVERT_TARGETS.map(async (to) => ((await folderSettings(to)) ? [to] : [])));
  return found.flat();
}

function merged(choices: readonly FormatChoice[]): FormatChoice {
  const out: Record<string, Record<string, string>> = {};
  for (const choice of choices)
    for (const [group, values] of Object.entries(choice)) out[group] = { ...out[group], ...values };
  return out;
}
