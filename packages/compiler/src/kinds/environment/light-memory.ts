// Memory and work of image-based light, in addition to its images: the tree, and all faces at once if they are not HDR.

import { environmentSettings } from '../../compilers/environment/settings.js';
import { HDR_EXTENSION } from '../../model/image/image-names.js';
import type { JobFacts } from '../../model/kind/scheduling.js';
import { settingsIn } from '../../model/kind/setting.js';

const LIGHT_BYTES = 200e6;
/** In texels of a plain image: a chain of 256². */
const LIGHT_WORK = 8e6;

function makesLight({ files, settings }: JobFacts): boolean {
  const { light } = settingsIn(settings, environmentSettings);
  return light === true || (light === 'auto' && files.some((file) => HDR_EXTENSION.test(file)));
}

export const lightMemory = (facts: JobFacts): number => (makesLight(facts) ? LIGHT_BYTES : 0);

export const lightWork = (facts: JobFacts): number => (makesLight(facts) ? LIGHT_WORK : 0);
