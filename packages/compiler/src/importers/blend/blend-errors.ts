// Errors of exporting a .blend.

import { AssetError } from '../../diagnostics/diagnostic.js';

export const noBlender = (file: string): AssetError =>
  new AssetError({
    code: 'blend/no-blender',
    file,
    message: 'mesh.blend is true, but no Blender was found on PATH or in ASSETC_BLENDER',
  });

export const unusable = (file: string, blender: string, reason: string): AssetError =>
  new AssetError({ code: 'blend/unusable', file, message: `${blender} cannot be used: ${reason}` });

/** `output`: what Blender has printed. */
export function failed(file: string, reason: string, output: string): AssetError {
  const module = /No module named '([\w.]+)'/.exec(`${reason}\n${output}`)?.[1];
  const printed = output.split('\n').filter((line) => /^(?:Error|\w*Error|Warning):/.test(line.trim()));
  const last = printed.at(-1)?.trim().slice(0, 200);
  return new AssetError({
    code: 'blend/failed',
    file,
    message: `Blender cannot export it: ${reason}${last === undefined || last.includes(reason) ? '' : ` (${last})`}`,
    ...(module === undefined
      ? {}
      : {
          hint: `Install the Python module ${module} for Blender (on Debian: python3-${module}), or set ASSETC_BLENDER to a Blender from blender.org, which contains it.`,
        }),
  });
}

export const outsideInput = (file: string, kind: string, path: string): AssetError =>
  new AssetError({
    code: 'blend/outside-input',
    file,
    message: `refers to the ${kind} ${path}, which is outside the input folder`,
  });

export const missingLibrary = (file: string, library: string): AssetError =>
  new AssetError({
    code: 'blend/missing-library',
    file,
    message: `links the library ${library}, which does not exist`,
  });
