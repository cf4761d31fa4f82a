// `*.lut.cube` → `.lut.ktx2`.

import { lutSettings } from '../../compilers/lut/settings.js';
import type { Kind } from '../../model/kind.js';
import { settingsIn } from '../../model/setting.js';

export const lutKind: Kind = {
  name: 'lut',
  version: 1,
  settings: ['lut'],
  usesPath: false,
  claims: (entry) => !entry.isFolder && /\.lut\.cube$/i.test(entry.path),
  base: (path) => path.replace(/\.cube$/i, ''),
  suffixes: () => ['.ktx2'],
  async compile(context) {
    const [{ importCube }, { compileLut }] = await Promise.all([
      import('../../importers/cube/import-cube.js'),
      import('../../compilers/lut/compile-lut.js'),
    ]);
    const file = context.path;
    const lut = importCube({ file, bytes: await context.read(file), warn: (d) => context.warn(d) });
    const { bytes, clamped } = await compileLut(lut, settingsIn(context.settings, lutSettings));
    if (clamped > 0)
      context.warn({
        code: 'lut/clamped',
        file,
        message: `${clamped} of ${lut.values.length} values lie outside the range of the format and were clamped`,
      });
    context.emit({ suffix: '.ktx2', bytes, asset: { kind: 'lut', colorspace: 'linear' } });
  },
};
