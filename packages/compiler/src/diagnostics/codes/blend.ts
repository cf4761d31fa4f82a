// Problems with a .blend file and the Blender that exports it.

import type { CodeDoc } from '../code-doc.js';

export const blendCodes = {
  'blend/no-blender': {
    summary: 'mesh.blend is true, so .blend files are exported with Blender, but no Blender is installed.',
    remedy:
      'Install Blender so that "blender" is on PATH, or set the environment variable ASSETC_BLENDER to its program. Or set mesh.blend to false, and export glTF.',
  },
  'blend/unusable': {
    summary: 'The Blender that was found does not start, crashed, or was stopped because it did not end.',
    remedy: 'Run it with --version. Correct ASSETC_BLENDER, or unset it to use the Blender on PATH.',
  },
  'blend/failed': {
    summary: 'Blender cannot open or export the file. Older versions cannot open files of newer ones.',
    remedy: 'Open the file in the same Blender, and export it as glTF there: it reports the cause.',
  },
  'blend/outside-input': {
    summary:
      'The file refers to a library, an image or a font outside the input folder, or by an absolute path. Such files are not read.',
    remedy:
      'Move it into the input folder and choose File > External Data > Make All Paths Relative, or pack it into the file.',
  },
  'blend/missing-library': {
    summary: 'The file links another .blend that does not exist in the input. Objects would be missing.',
    remedy: 'Restore the library, or relocate or remove the link in Blender.',
  },
  'blend/missing-file': {
    summary:
      'The file refers to an image, a font or a cache that does not exist in the input. It is exported without it.',
    remedy: 'Restore the file, or relocate or remove it in Blender (File > External Data > Report Missing Files).',
  },
  'blend/unapplied-modifiers': {
    summary:
      'The file has shape keys and modifiers. The exporter would drop the shape keys if it applied modifiers, so it does not.',
    remedy: 'Apply the modifiers in Blender, or remove the shape keys. Armatures are not concerned.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
