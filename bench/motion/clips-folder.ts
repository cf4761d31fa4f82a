// The clips of the motion benchmark, with the figures of ACL that were measured once on them.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export const CLIPS_FOLDER = process.env.ASSETC_MOTION ?? resolve(import.meta.dirname, '../../../shared/motion');

export const hasMotion = (): boolean => existsSync(CLIPS_FOLDER);
