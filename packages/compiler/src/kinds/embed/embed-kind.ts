// Files that the configuration embeds: copied verbatim and listed in the manifest. First in the registry, so that a match
// of `embed` wins over other kinds.

import { defineKind } from '../define-kind.js';

export const embedKind = defineKind({
  name: 'embed',
  version: 1,
  settings: [],
  usesPath: false,
  light: true,
  match: (entry) => entry.embed === true && !entry.isFolder,
  base: (path) => path,
  outputs: () => [''],
  workOf: ({ sizeOf, files }) => files.reduce((work, file) => work + sizeOf({ file }) / 50, 0),
  listedAs: 'embed',
  async compile(context) {
    await context.emitCopy({ suffix: '', file: context.path, asset: { kind: 'embed', colorspace: 'linear' } });
  },
});
