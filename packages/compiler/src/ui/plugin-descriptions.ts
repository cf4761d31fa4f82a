// Files that only a plug-in can tell of, by its `describe`: looked at when somebody asks, since that runs the plug-in's code.

import type { UiDescription } from '@assetc/viewer/api';
import type { PluginFormat } from '../inspect/plugin-formats.js';
import type { ServedOutput } from './served-output.js';

export interface ToldFiles {
  /** Ends of paths, in small letters. */
  suffixes(): Promise<readonly string[]>;
  /** Undefined where no plug-in tells of it, or there is no such file. */
  of(output: ServedOutput, path: string): Promise<UiDescription | undefined>;
}

/** `loading`: formats of the plug-ins that were loaded; none where that was not asked for. */
export function toldBy(loading: Promise<readonly PluginFormat[]>): ToldFiles {
  // Whoever asks hears of it; until then nobody is there to hear it.
  loading.catch(() => undefined);
  return {
    suffixes: async () => (await loading).flatMap(({ extensions }) => extensions),
    async of(output, path) {
      const format = (await loading).find(({ extensions }) =>
        extensions.some((end) => path.toLowerCase().endsWith(end)),
      );
      if (format === undefined) return undefined;
      const tree = await output.open();
      try {
        if (!tree.files.some((file) => file.path === path)) return undefined;
        const { statements } = format.describe(await tree.read(path));
        return { kind: format.name, statements };
      } finally {
        tree.close();
      }
    },
  };
}
