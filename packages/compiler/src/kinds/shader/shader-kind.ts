// `X.shader/` → `X/<entry>.spv`.

import { shaderSettings } from '../../compilers/shader/settings.js';
import type { Kind } from '../../model/kind.js';
import { settingsIn } from '../../model/setting.js';

export const shaderKind: Kind = {
  name: 'shader',
  version: 2,
  settings: ['shader'],
  // Warnings name the files, so equal folders at two places are not one.
  usesPath: true,
  claims: ({ path, isFolder }) => isFolder && /[^/]\.shader$/i.test(path),
  base: (path) => path.replace(/\.shader$/i, ''),
  suffixes: (settings) => (settingsIn(settings, shaderSettings).reflection ? ['/reflection.json'] : []),
  async externalVersion() {
    const { findSlangc, slangcVersion } = await import('../../compilers/shader/slangc-process.js');
    const slangc = await findSlangc();
    return slangc === undefined ? 'bundled' : slangcVersion(slangc);
  },
  async compile(context) {
    const [{ readShaderFolder }, { compileShader }, { shaderThread }, { findSlangc }] = await Promise.all([
      import('../../importers/shader/read-shader-folder.js'),
      import('../../compilers/shader/compile-shader.js'),
      import('../../compilers/shader/shader-thread.js'),
      import('../../compilers/shader/slangc-process.js'),
    ]);
    const settings = settingsIn(context.settings, shaderSettings);
    const sources = await readShaderFolder(context, settings.include);
    await compileShader(context, sources, settings, { thread: shaderThread(), slangc: await findSlangc() });
  },
};
