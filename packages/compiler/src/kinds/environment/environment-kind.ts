// `*.env.hdr`, `*.env.exr` and `*.env/` → `.env.ktx2`, the cube map, and `.ibl.ktx2`, its image-based light.

import { environmentSettings } from '../../compilers/environment/settings.js';
import { settingsIn } from '../../model/kind/setting.js';
import { versionWithBlocks } from '../blocks-version.js';
import { defineKind } from '../define-kind.js';
import { imagesIn, imagesMemory, imagesWork } from '../image-memory.js';
import { lightMemory, lightWork } from './light-memory.js';

const FILE = /\.env\.(?:hdr|exr)$/i;
const FOLDER = /\.env$/i;

export const environmentKind = defineKind({
  name: 'environment',
  version: versionWithBlocks(4),
  settings: ['texture', 'environment'],
  // The folder's name may determine what the texels mean.
  usesPath: true,
  match: ({ path, isFolder }) => (isFolder ? FOLDER : FILE).test(path),
  base: (path) => path.replace(FILE, '').replace(FOLDER, ''),
  // The content of a folder is not known here: HDR images give light by default.
  outputs(settings, path) {
    const { light } = settingsIn(settings, environmentSettings);
    return light === true || (light === 'auto' && FILE.test(path)) ? ['.env.ktx2', '.ibl.ktx2'] : ['.env.ktx2'];
  },
  memoryOf: (facts) => imagesMemory(facts, imagesIn(facts)) + lightMemory(facts),
  workOf: (facts) => imagesWork(facts, imagesIn(facts)) + lightWork(facts),
  listedAs: 'texture',
  async compile(context) {
    const { compileEnvironment } = await import('./environment-job.js');
    await compileEnvironment(context);
  },
});
