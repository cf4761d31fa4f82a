// `X.shader/` → `X/<entry>.spv`.

import { shaderSettings } from '../../compilers/shader/settings.js';
import { settingsIn } from '../../model/kind/setting.js';
import { defineKind } from '../define-kind.js';

/** `lit/fragment.SHADOWS=1.QUALITY=2.spv`: entry points have no such signs in their names. */
const VARIANT = /^((?:.*\/)?[^/.=]+)\.[^/]*=[^/]*\.spv$/;

export const shaderKind = defineKind({
  name: 'shader',
  version: 3,
  settings: ['shader'],
  // Warnings name the files, so equal folders at two paths have different results.
  usesPath: true,
  match: ({ path, isFolder }) => isFolder && /[^/]\.shader$/i.test(path),
  nearMiss(path, settings) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!/\.(?:slang|glsl|wgsl|vert|frag|comp|geom|tesc|tese|rgen|rchit|rmiss)$/i.test(name)) return undefined;
    const folders = settingsIn(settings, shaderSettings).include.map((folder) => folder.replace(/\/*$/, '/'));
    const isLibrary = folders.some((folder) => path.startsWith(folder));
    const home = `${name.replace(/\..*$/, '')}.shader/`;
    return { cause: 'shaders are folders named *.shader', remedy: `Move it into a folder ${home}.`, warns: !isLibrary };
  },
  base: (path) => path.replace(/\.shader$/i, ''),
  outputs(settings) {
    const { reflection, variants } = settingsIn(settings, shaderSettings);
    return [...(reflection ? ['/reflection.json'] : []), ...(variants.length > 0 ? ['/variants.hvar'] : [])];
  },
  async externalVersion() {
    const [{ findSlangc, locateSlangc, slangcSearchPaths, slangcVersion }, { ownHeadersIdentity }] = await Promise.all([
      import('../../compilers/shader/slangc-process.js'),
      import('../../importers/shader/own-headers.js'),
    ]);
    const slangc = await findSlangc();
    const headers = ownHeadersIdentity();
    return slangc === undefined
      ? { version: `bundled, ${headers}`, absent: slangcSearchPaths() }
      : { version: `${await slangcVersion(slangc)}, ${headers}`, programs: await locateSlangc(slangc) };
  },
  async codeNames(path, read) {
    if (!path.endsWith('.spv')) return undefined;
    const { reflectSpirv } = await import('@assetc/formats/spirv');
    const [shader] = reflectSpirv(read());
    if (shader === undefined) return undefined;
    const variantOf = VARIANT.exec(path)?.[1];
    return { shader, ...(variantOf !== undefined && { variantOf }) };
  },
  workOf: () => 300_000,
  listedAs: 'shader',
  async foresee(context) {
    const { readShaderFolder } = await import('../../importers/shader/read-shader-folder.js');
    await readShaderFolder(context, settingsIn(context.settings, shaderSettings).include);
  },
  async compile(context) {
    const [{ readShaderFolder }, { compileShader }, { shaderProcess }, { findSlangc }] = await Promise.all([
      import('../../importers/shader/read-shader-folder.js'),
      import('../../compilers/shader/compile-shader.js'),
      import('../../compilers/shader/shader-process.js'),
      import('../../compilers/shader/slangc-process.js'),
    ]);
    const settings = settingsIn(context.settings, shaderSettings);
    const sources = await readShaderFolder(context, settings.include);
    await compileShader(context, sources, settings, { compilers: shaderProcess(), slangc: await findSlangc() });
  },
});
