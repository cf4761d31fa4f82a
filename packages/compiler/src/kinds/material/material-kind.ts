// Material tables written by hand: `.mat` → `.hmat`, and `.hmatx` for what that cannot store.

import { chosenTexture } from '../../runtimes/format-settings.js';
import { defineKind } from '../define-kind.js';

export const materialKind = defineKind({
  name: 'material',
  version: 4,
  settings: [],
  usesPath: false,
  match: (entry) => !entry.isFolder && /\.mat$/i.test(entry.path),
  base: (path) => path.replace(/\.[^./]*$/, ''),
  outputs: () => ['.hmat'],
  listedAs: 'material',
  async compile(context) {
    const [{ parseMat }, { checkMentions }, { compileTable }] = await Promise.all([
      import('../../importers/material/parse-mat.js'),
      import('../../importers/material/check-mentions.js'),
      import('../../compilers/material/compile-table.js'),
    ]);
    const source = await context.read(context.path);
    const materials = parseMat(source, context.path, (diagnostic) => context.warn(diagnostic));
    await checkMentions(context, materials);
    const namingOf = (path: string) => chosenTexture(context.settingsOf(path, ['texture.format'])).format;
    const { bytes, extras, textures } = compileTable(materials, namingOf);
    context.emit({
      suffix: '.hmat',
      bytes,
      asset: { kind: 'material', colorspace: 'linear' },
      refersTo: textures,
    });
    if (extras !== undefined)
      context.emit({
        suffix: '.hmatx',
        bytes: extras.bytes,
        asset: { kind: 'embed', colorspace: 'linear' },
        refersTo: extras.textures,
      });
  },
});
