// The Blender to use: `ASSETC_BLENDER`, or the first one on PATH.

import { findProgram, locateProgram, searchPaths } from '../../programs/find-program.js';
import { programVersion } from '../../programs/run-program.js';

const BLENDER = { name: 'blender', variable: 'ASSETC_BLENDER' };

export const findBlender = (): Promise<string | undefined> => findProgram(BLENDER);

export const blenderSearchPaths = (): readonly string[] => searchPaths(BLENDER.name);

export const locateBlender = locateProgram;

/** On one line. */
export const blenderVersion = async (blender: string): Promise<string> =>
  (await programVersion(blender, '--version'))
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join(', ');
