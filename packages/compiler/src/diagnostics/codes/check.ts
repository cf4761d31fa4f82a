// Problems that `assetc check` finds in an output folder or a pack.

import type { CodeDoc } from '../code-doc.js';

const rebuild = 'Build again. If the problem remains, another program has changed the file.';

export const checkCodes = {
  'check/stale-code': {
    summary: 'A generated file is missing, was edited, or does not match the assets.',
    remedy: 'Build again, and commit the generated file.',
  },
  'check/malformed': {
    summary: 'A file breaks a rule of its format. The message names the field; the place is the byte offset.',
    remedy: rebuild,
  },
  'check/not-an-output': {
    summary:
      'The path is neither an output folder, nor a pack, nor a file in a format that assetc writes. There is nothing to check.',
    remedy: 'Name an output folder, a pack or a compiled file. Without a path, the configured output is checked.',
  },
  'check/stale-pack': {
    summary:
      'There is a pack next to the output folder, and the two do not contain the same files. Something was built or added since the pack was made.',
    remedy: 'Build with --pack, or delete the pack if you do not need it any more.',
  },
  'check/pack-info': {
    summary:
      'A pack with `assetc/pack.json` does not contain exactly the files that it lists: one is missing, not listed, or has another SHA-256.',
    remedy: 'Something changed the pack after it was made. Get it again, or build it again.',
  },
  'check/unreadable': {
    summary: 'A file cannot be read.',
    remedy: 'Check the permissions of the file, and the disk.',
  },
  'check/no-manifest': {
    summary: 'There is no `assets.hman`, so a program cannot find assets by their hashes.',
    remedy: 'Build again. The manifest is written when every asset has succeeded.',
  },
  'check/missing-file': {
    summary: 'The manifest lists a file that does not exist.',
    remedy: rebuild,
  },
  'check/missing-texture': {
    summary: 'A material refers to a texture that does not exist, or that the manifest does not list.',
    remedy: 'Build again. If you build with paths, build everything once.',
  },
  'check/missing-companion': {
    summary:
      'A file that belongs to another is missing: the material table of a mesh or of an `.hmatx`, the mesh of an animation or a scene, or a module that the variants of a shader name.',
    remedy: rebuild,
  },
  'check/material-count': {
    summary: 'A mesh or an `.hmatx` file and the material table next to it do not have the same number of materials.',
    remedy: rebuild,
  },
  'check/material-slot': {
    summary: 'A submesh or a scene refers to a material that the table next to it does not have.',
    remedy: rebuild,
  },
  'check/material-texture': {
    summary: 'A material has one texture in its table and a different one in the `.hmatx` next to it.',
    remedy: rebuild,
  },
  'check/submesh': {
    summary:
      'A node of a scene, or a variant of materials, refers to a submesh or a range of lines that the mesh next to it does not have.',
    remedy: rebuild,
  },
  'check/joint': {
    summary: 'An animation or a scene refers to a joint that the skeleton of the mesh next to it does not have.',
    remedy: rebuild,
  },
  'check/morph-target': {
    summary: 'An animation sets the weight of a morph target that the mesh next to it does not have.',
    remedy: rebuild,
  },
  'check/missing-atlas': {
    summary: 'A font has no atlas next to it, or its atlas does not match.',
    remedy: rebuild,
  },
  'check/missing-part': {
    summary: 'A prefab or a material of another runtime refers to a file that does not exist.',
    remedy: rebuild,
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

export type CheckCode = keyof typeof checkCodes;
