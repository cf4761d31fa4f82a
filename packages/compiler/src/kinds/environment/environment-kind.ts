// `*.env.hdr`, `*.env.exr` and `*.env/` → `.env.ktx2`, the cube map, and `.ibl.ktx2`, the light of it.

import { environmentSettings } from '../../compilers/environment/settings.js';
import { settingsIn } from '../../model/setting.js';
import { versionWithBlocks } from '../blocks-version.js';
import { defineKind } from '../define-kind.js';
import { imagesIn, imagesMemory, imagesWork } from '../image-memory.js';
import { lightMemory, lightWork } from './light-memory.js';

const FILE = /\.env\.(?:hdr|exr)$/i;
const FOLDER = /\.env$/i;

export const environmentKind = defineKind({
  name: 'environment',
  version: versionWithBlocks(3),
  settings: ['texture', 'environment'],
  // The folder's name may say what the texels mean.
  usesPath: true,
  match: ({ path, isFolder }) => (isFolder ? FOLDER : FILE).test(path),
  base: (path) => path.replace(FILE, '').replace(FOLDER, ''),
  // What a folder holds is not known here: one of images of high dynamic range makes light without being told.
  outputs(settings, path) {
    const { light } = settingsIn(settings, environmentSettings);
    return light === true || (light === 'auto' && FILE.test(path)) ? ['.env.ktx2', '.ibl.ktx2'] : ['.env.ktx2'];
  },
  memoryOf: (look) => imagesMemory(look, imagesIn(look)) + lightMemory(look),
  workOf: (look) => imagesWork(look, imagesIn(look)) + lightWork(look),
  listedAs: 'texture',
  async compile(context) {
    const { compileEnvironment } = await import('./environment-job.js');
    await compileEnvironment(context);
  },
});
