// What the build itself complains about, whatever the kind of asset.

import type { CodeDoc } from '../code-doc.js';

export const buildCodes = {
  'build/no-input': {
    summary: 'The input folder does not exist or is not a folder.',
    remedy: 'Create it, or set `input` in assetc.yml to the folder that holds the sources.',
  },
  'build/no-such-source': {
    summary: 'A path given to the build names nothing that is compiled.',
    remedy: 'Give paths of sources or folders below the input, and see that `exclude` does not hide them.',
  },
  'build/link-leaves-input': {
    summary: 'A symbolic link points to a place outside the input folder. Nothing outside the input is read.',
    remedy: 'Copy the file into the input folder, or move the input folder up so that it contains both.',
  },
  'build/link-loop': {
    summary: 'A symbolic link leads back to a folder that contains it.',
    remedy: 'Remove the link.',
  },
  'build/too-many-links': {
    summary: 'Symbolic links to folders multiply the tree beyond any reasonable size.',
    remedy: 'Replace folder links by links to files, or exclude the folder that holds them.',
  },
  'build/dangling-link': {
    summary: 'A symbolic link points to a file that does not exist.',
    remedy: 'Restore the file that the link names, or remove the link.',
  },
  'build/unreadable': {
    summary: 'A file or folder of the input cannot be read.',
    remedy: 'Check its permissions, and that no other program keeps it locked.',
  },
  'build/vanished': {
    summary: 'A file was there when the build looked and gone when it read.',
    remedy: 'Run the build again.',
  },
  'build/lfs-pointer': {
    summary:
      'The file, or one that it refers to, is kept in Git LFS and has not been fetched: only its pointer is there.',
    remedy: 'Run `git lfs pull` in the repository, then build again.',
  },
  'build/missing-file': {
    summary: 'A source refers to a file that is not in the input folder.',
    remedy: 'Put the file where the reference points, or correct the reference.',
  },
  'build/outside-input': {
    summary: 'A source refers to a file outside the input folder. Nothing outside the input is read.',
    remedy: 'Move the file into the input folder and correct the reference.',
  },
  'build/bad-reference': {
    summary: 'A reference inside a source does not name bytes that exist.',
    remedy: 'Export the source again; the range or the data URI that it names is broken.',
  },
  'build/file-too-large': {
    summary: 'A source that is compiled is larger than one buffer can hold (2 GiB); embedded files may be of any size.',
    remedy: 'Split the source, or exclude it.',
  },
  'build/output-collision': {
    summary: 'Two sources would write one output. Names that differ only in case or in Unicode form count as one.',
    remedy: 'Rename one of the two sources.',
  },
  'build/reserved-output': {
    summary: 'A source would write a file that the build keeps for itself.',
    remedy: 'Rename the source.',
  },
  'build/output-link': {
    summary:
      'A folder below the output is a link that leads out of it. Nothing is written or deleted outside the output folder.',
    remedy:
      'Remove the link. To keep outputs elsewhere, set `output` in assetc.yml, or make the output folder itself a link.',
  },
  'build/foreign-leftover': {
    summary:
      'The record of the output names files that no source makes any more, and that no build on this machine wrote: it came with an archive, a checkout or a pack. Such a record is never a reason to delete.',
    remedy: 'Look at the files, and delete them yourself where they are not wanted.',
  },
  'build/no-record-key': {
    summary:
      'The key by which a build recognises its own records cannot be kept. Until it can, builds hash every file to find out what is up to date, and delete nothing.',
    remedy:
      'Make the cache folder writable for you and for nobody else (or set XDG_CACHE_HOME); a damaged key may be deleted, a new one is made.',
  },
  'build/foreign-store': {
    summary: 'The content store belongs to another user or can be changed by others, so nothing is restored from it.',
    remedy: 'Give it to yourself alone (chmod -R go-w), or set `cache.dir` to a folder of your own.',
  },
  'build/name-too-long': {
    summary: 'The name of an output is longer than file systems allow (255 bytes).',
    remedy: 'Shorten the name of the source.',
  },
  'build/bad-output': {
    summary: 'A kind asked to write outside the output folder.',
    remedy: 'Report this: it is a bug of assetc.',
  },
  'build/derived-conflict': {
    summary: 'Two sources name one derived asset with different content.',
    remedy:
      'Give both the same texture settings, or keep derived textures beside their models (texture.store: source).',
  },
  'build/write-failed': {
    summary: 'An output could not be written. The previous one stands.',
    remedy: 'Check free space and permissions of the output folder, then build again.',
  },
  'build/manifest-clash': {
    summary: 'Two outputs have the same hash, so that an engine could not tell them apart.',
    remedy: 'Rename one of the two sources.',
  },
  'build/verify-failed': {
    summary: 'An output was read back and is not what was written, or breaks its format.',
    remedy: 'Build with --no-cache. If the problem stays, check the disk, then report it.',
  },
  'build/time-limit': {
    summary:
      'Compiling an asset took longer than `timeLimit` of assetc.yml. Its thread was ended and replaced; all other assets went on. Without that setting the limit is 5 minutes, for plug-ins alone.',
    remedy:
      'Look for a loop or a wait in the plug-in that does not end. Where the work is that much, raise `timeLimit` (seconds, or `off`).',
  },
  'build/differs': {
    summary:
      'An asset was compiled twice (`--twice`) and came out differently: its kind looks at something that no key holds, such as the time, a random number, or a file that it does not read through its context.',
    remedy:
      'Make what is written follow from what the context gives alone: read through ctx.read, keep time, random numbers, paths and what earlier assets left behind out of outputs.',
  },
  'build/pack-failed': {
    summary: 'The pack could not be written. The previous one stands.',
    remedy: 'Check free space beside the output folder, then build again.',
  },
  'build/name-not-utf8': {
    summary: 'The name of a file or folder is not valid UTF-8, so that it cannot be opened by it.',
    remedy: 'Rename it.',
  },
  'build/near-miss': {
    summary:
      'A file is no asset, though its name comes close: it is neither compiled, nor does an asset read it. Said once for all files of a sort; `assetc --list-skipped` lists every file that is left out.',
    remedy: 'Do as the hint says, or hide the file with `exclude` in assetc.yml.',
  },
  'build/stale-pack': {
    summary:
      'A pack lies beside the output folder and does not hold what is in the folder now: it was made by an earlier build, and this one was not asked for a pack.',
    remedy: 'Build with --pack, or set `pack: true` in assetc.yml. Delete the pack if it is not wanted any more.',
  },
  'build/over-budget': {
    summary: 'The files under a glob of `budget` in assetc.yml take more bytes than it allows.',
    remedy:
      'Look at `assetc ui` for what takes the room; make it smaller (texture.maxSize, texture.supercompress, texture.rdo), or raise the budget.',
  },
  'build/malformed': {
    summary: 'A file that should obey one of our formats does not.',
    remedy: 'Write the file again with a current version of assetc.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
