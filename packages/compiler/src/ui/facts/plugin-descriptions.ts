// Describes files by the `describe` of plug-ins. Done only on request, because it runs the plug-in's code.

import type { UiDescription } from '@assetc/viewer/api';
import type { PluginFormat } from '../../inspect/plugin-formats.js';
import type { ServedOutput } from '../served-output.js';

export interface PluginDescriptions {
  /** In lower case. */
  suffixes(): Promise<readonly string[]>;
  /** Undefined if no plug-in describes it, or there is no such file. */
  describe(output: ServedOutput, path: string): Promise<UiDescription | undefined>;
}

/** `loading`: the formats of the loaded plug-ins. */
export function pluginDescriptions(loading: Promise<readonly PluginFormat[]>): PluginDescriptions {
  // The error is reported to the requests that await it.
  loading.catch(() => undefined);
  return {
    suffixes: async () => (await loading).flatMap(({ extensions }) => extensions),
    async describe(output, path) {
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
