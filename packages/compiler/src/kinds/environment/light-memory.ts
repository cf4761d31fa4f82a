// What light takes beside the images that it comes of: the tree, and all faces at once where they are plain ones.

import { environmentSettings } from '../../compilers/environment/settings.js';
import { HDR_EXTENSION } from '../../model/image-names.js';
import type { JobFacts } from '../../model/scheduling.js';
import { settingsIn } from '../../model/setting.js';

const LIGHT_BYTES = 200e6;
/** In texels of a plain image: a chain of 256². */
const LIGHT_WORK = 8e6;

function makesLight({ files, settings }: JobFacts): boolean {
  const { light } = settingsIn(settings, environmentSettings);
  return light === true || (light === 'auto' && files.some((file) => HDR_EXTENSION.test(file)));
}

export const lightMemory = (look: JobFacts): number => (makesLight(look) ? LIGHT_BYTES : 0);

export const lightWork = (look: JobFacts): number => (makesLight(look) ? LIGHT_WORK : 0);
