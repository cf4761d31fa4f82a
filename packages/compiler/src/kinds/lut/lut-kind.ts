// `*.lut.cube` and images of slices, `*.lut.png` → `.lut.ktx2`.

import { lutSettings } from '../../compilers/lut/settings.js';
import type { Lut } from '../../model/image/lut.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { settingsIn } from '../../model/kind/setting.js';
import { defineKind } from '../define-kind.js';

export const lutKind = defineKind({
  name: 'lut',
  version: 2,
  settings: ['lut'],
  usesPath: false,
  match: (entry) => !entry.isFolder && /\.lut\.(?:cube|png)$/i.test(entry.path),
  nearMiss(path) {
    if (/[^/]\.cube$/i.test(path)) {
      const renamed = path.slice(path.lastIndexOf('/') + 1).replace(/\.(cube)$/i, '.lut.$1');
      return { cause: 'LUTs must be named *.lut.cube', remedy: `Rename it to ${renamed}.`, warns: true };
    }
    if (!/\.(?:3dl|csp)$/i.test(path)) return undefined;
    return { cause: 'LUTs must be *.lut.cube files', remedy: 'Save it as *.lut.cube.', warns: false };
  },
  typeByName: (file) => (/\.png$/i.test(file) ? 'png' : undefined),
  base: (path) => path.replace(/\.(?:cube|png)$/i, ''),
  outputs: () => ['.ktx2'],
  listedAs: 'lut',
  async compile(context) {
    const file = context.path;
    const [{ compileLut }, lut] = await Promise.all([
      import('../../compilers/lut/compile-lut.js'),
      /\.png$/i.test(file) ? readStrip(context) : readCube(context),
    ]);
    const settings = settingsIn(context.settings, lutSettings);
    const { bytes, clamped } = await compileLut(lut, settings);
    if (clamped > 0)
      context.warn({
        code: 'lut/clamped',
        file,
        message: `${clamped} of ${lut.values.length} values ${clamped === 1 ? 'was' : 'were'} outside the range of the format and clamped`,
        ...(settings.format === 'rgba16f' ? { hint: HALF_HINT } : {}),
      });
    context.emit({ suffix: '.ktx2', bytes, asset: { kind: 'lut', colorspace: 'linear' } });
  },
});

const HALF_HINT = 'Export the table with values of at most 65504, the largest half float.';

async function readCube(context: CompileContext): Promise<Lut> {
  const { importCube } = await import('../../importers/cube/import-cube.js');
  const bytes = await context.read(context.path);
  return importCube({ file: context.path, bytes, warn: (d) => context.warn(d) });
}

/** The largest strip of a LUT has 256 slices. */
const MAX_STRIP_WIDTH = 65_536;

async function readStrip(context: CompileContext): Promise<Lut> {
  const [{ readImage }, { imageToLut }] = await Promise.all([
    import('../../importers/image/read-image.js'),
    import('../../compilers/lut/image-to-lut.js'),
  ]);
  return imageToLut(
    await readImage(context, { file: context.path }, { limit: MAX_STRIP_WIDTH, colors: 'as-is' }),
    context.path,
  );
}
