// `X.ttf`, `X.otf`, `X.woff`, `X.woff2`, `X.ttc` → `X.hfont` and its atlas `X.ktx2`.

import { fontSettings } from '../../compilers/font/settings.js';
import { settingsIn } from '../../model/kind/setting.js';
import { defineKind } from '../define-kind.js';

export const fontKind = defineKind({
  name: 'font',
  version: 5,
  settings: ['font'],
  usesPath: true,
  match: ({ path, isFolder }) => !isFolder && /[^/]\.(?:ttf|otf|woff2?|ttc|otc)$/i.test(path),
  nearMiss: (path) =>
    /\.(?:pf[ab]|fnt|bdf|pcf|eot|dfont)$/i.test(path)
      ? { cause: 'fonts of this format are not supported', remedy: 'Use a TrueType or OpenType font.', warns: false }
      : undefined,
  base: (path) => path.replace(/\.[^.]*$/, ''),
  outputs: () => ['.hfont', '.ktx2'],
  /** Outlines take far longer than their size suggests. */
  workOf: ({ sizeOf, files }) => files.reduce((work, file) => work + 40 * sizeOf({ file }), 0),
  listedAs: 'font',
  async compile(context) {
    const [{ readCharset }, { readFont }, { compileFont }] = await Promise.all([
      import('../../importers/font/charset.js'),
      import('../../importers/font/read-font.js'),
      import('../../compilers/font/compile-font.js'),
    ]);
    const settings = settingsIn(context.settings, fontSettings);
    const codepoints = await readCharset(context, settings.charset);
    const font = await readFont(await context.read(context.path), {
      file: context.path,
      codepoints,
      face: settings.face,
      variations: settings.variations,
      warn: (diagnostic) => context.warn(diagnostic),
    });
    await compileFont(context, font, settings);
  },
});
