// What `assetc check` finds wrong with an output folder or a pack.

import type { CodeDoc } from '../code-doc.js';

const rebuild = 'Build again; if the problem stays, the file was changed by another program';

export const checkCodes = {
  'check/malformed': {
    summary: 'A file breaks a rule of its format. The message names the field, the place is the byte offset.',
    remedy: rebuild,
  },
  'check/not-an-output': {
    summary:
      'What was named is neither an output folder, nor a pack, nor a file of a format that assetc writes, so that there is nothing to verify.',
    remedy:
      'Name an output folder, a pack or a compiled file; without a path, the output of the configuration is checked',
  },
  'check/stale-pack': {
    summary:
      'A pack lies beside the output folder that it was made from, and the two do not hold the same files: something was built since, or put there.',
    remedy: 'Build with --pack, or delete the pack if it is not wanted any more',
  },
  'check/unreadable': {
    summary: 'A file cannot be read.',
    remedy: 'Check the permissions of the file and the disk',
  },
  'check/no-manifest': {
    summary: 'There is no `assets.hman`, so that a program cannot find assets by their hashes.',
    remedy: 'Build again; a manifest is written when every asset has succeeded',
  },
  'check/missing-file': {
    summary: 'The manifest lists a file that is not there.',
    remedy: rebuild,
  },
  'check/missing-texture': {
    summary: 'A material refers to a texture that is not there, or that the manifest does not list.',
    remedy: 'Build again; with paths given to build, build everything once',
  },
  'check/missing-companion': {
    summary: 'A mesh or what adds to materials has no material table beside it, or an animation or a scene no mesh.',
    remedy: rebuild,
  },
  'check/material-count': {
    summary:
      'A mesh, or what adds to materials, and the material table beside it do not have the same number of materials.',
    remedy: rebuild,
  },
  'check/material-slot': {
    summary: 'A submesh or a scene names a material that the table beside it does not have.',
    remedy: rebuild,
  },
  'check/material-texture': {
    summary: 'A material has one texture in its table and another in the `.hmatx` beside it.',
    remedy: rebuild,
  },
  'check/submesh': {
    summary:
      'A node of a scene, or a variant of materials, names a submesh or a range of lines that the mesh beside it does not have.',
    remedy: rebuild,
  },
  'check/joint': {
    summary: 'An animation or a scene names a joint that the skeleton of the mesh beside it does not have.',
    remedy: rebuild,
  },
  'check/morph-target': {
    summary: 'An animation sets the weight of a morph target that the mesh beside it does not have.',
    remedy: rebuild,
  },
  'check/missing-atlas': {
    summary: 'A font has no atlas beside it, or its atlas does not fit.',
    remedy: rebuild,
  },
  'check/missing-part': {
    summary: 'A prefab or a material of another runtime refers to a file that is not there.',
    remedy: rebuild,
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;

export type CheckCode = keyof typeof checkCodes;
