// Files that the configuration embeds: copied verbatim and listed in the manifest. First in the registry, so that a match
// of `embed` wins over whatever else the name would mean.

import type { Kind } from '../../model/kind.js';

export const embedKind: Kind = {
  name: 'embed',
  version: 1,
  settings: [],
  usesPath: false,
  light: true,
  claims: (entry) => entry.embed === true && !entry.isFolder,
  base: (path) => path,
  suffixes: () => [''],
  workOf: ({ sizeOf, files }) => files.reduce((work, file) => work + sizeOf({ file }) / 50, 0),
  async compile(context) {
    await context.emitCopy({ suffix: '', file: context.path, asset: { kind: 'embed', colorspace: 'linear' } });
  },
};
