// Problems that the build itself reports, for assets of any kind.

import type { CodeDoc } from '../code-doc.js';

export const buildCodes = {
  'build/no-input': {
    summary: 'The input folder does not exist or is not a folder.',
    remedy: 'Create it, or set `input` in assetc.yml to the folder that contains the sources.',
  },
  'build/output-file': {
    summary: 'The output is a file, or would be inside a file. Outputs are written into a folder.',
    remedy: 'Name a folder with -o, or with `output` in assetc.yml. It is created if it does not exist.',
  },
  'build/no-such-source': {
    summary: 'A path given to the build matches no source.',
    remedy: 'Give paths of sources or folders below the input folder, and check that `exclude` does not hide them.',
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
    summary: 'Symbolic links to folders make the input tree unreasonably large.',
    remedy: 'Replace links to folders with links to files, or exclude the folder that contains them.',
  },
  'build/dangling-link': {
    summary: 'A symbolic link points to a file that does not exist.',
    remedy: 'Restore the file that the link points to, or remove the link.',
  },
  'build/unreadable': {
    summary: 'A file or folder of the input cannot be read.',
    remedy: 'Check its permissions, and that no other program has locked it.',
  },
  'build/vanished': {
    summary: 'A file disappeared while the build was running.',
    remedy: 'Run the build again.',
  },
  'build/lock-lost': {
    summary:
      'The lock of the output folder was taken over or removed while a build was running, so the build stopped and wrote nothing more. A process that is paused for a minute loses its lock to a build on another machine.',
    remedy:
      'Build again. If several machines build often, give each its own output folder, and check that their clocks agree.',
  },
  'build/lfs-pointer': {
    summary:
      'The file, or one that it refers to, is stored in Git LFS and has not been downloaded. Only its pointer is there.',
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
    summary: 'A reference inside a source points to data that does not exist.',
    remedy: 'Export the source again. Its byte range or data URI is broken.',
  },
  'build/file-too-large': {
    summary:
      'A source to compile is larger than 2 GiB, the most that one buffer can store. Embedded files may have any size.',
    remedy: 'Split the source, or exclude it.',
  },
  'build/output-collision': {
    summary:
      'Two sources would write the same output. Names that differ only in case or in Unicode form count as the same.',
    remedy: 'Rename one of the two sources.',
  },
  'build/reserved-output': {
    summary: 'A source would write a file whose name is reserved for the build.',
    remedy: 'Rename the source.',
  },
  'build/output-link': {
    summary:
      'A folder below the output is a link to somewhere else. Nothing is written or deleted outside the output folder.',
    remedy:
      'Remove the link. To store outputs elsewhere, set `output` in assetc.yml, or make the output folder itself a link.',
  },
  'build/foreign-leftover': {
    summary:
      "The output's record lists files that no source makes any more. No build on this machine wrote that record: it came with an archive, a checkout or a pack. Files are never deleted because of such a record.",
    remedy: 'Check the files, and delete those that you do not need.',
  },
  'build/no-record-key': {
    summary:
      'The key that a build uses to recognize its own records cannot be stored. Until it can, builds hash every file to find out what is up to date, and delete nothing.',
    remedy:
      'Make the cache folder writable for you and nobody else, or set XDG_CACHE_HOME. If the key is damaged, delete it; the next build makes a new one.',
    isNotice: true,
  },
  'build/foreign-store': {
    summary: 'The content store belongs to another user, or other users can change it. Nothing is restored from it.',
    remedy: 'Make yourself its only writer (chmod -R go-w), or set `cache.dir` to a folder that belongs to you.',
    isNotice: true,
  },
  'build/name-too-long': {
    summary: 'The name of an output is longer than file systems allow (255 bytes).',
    remedy: 'Shorten the name of the source.',
  },
  'build/bad-output': {
    summary: 'A kind tried to write outside the output folder.',
    remedy: 'Report this: it is a bug in assetc.',
  },
  'build/derived-conflict': {
    summary: 'Two sources make a derived asset with the same name and different content.',
    remedy:
      'Give both the same texture settings, or store derived textures next to their models (texture.store: source).',
  },
  'build/unportable-name': {
    summary:
      'A name in the project cannot exist on every system: Windows refuses device names (`con.png`, `aux/`), dots and spaces at the end and the characters `<>:"|?*`, and two names that differ only in case are one on Windows and macOS.',
    remedy: 'Rename it. Otherwise the project cannot be checked out and built on every system.',
  },
  'build/remove-failed': {
    summary:
      'An output whose source is gone, or that `clean` should delete, could not be removed. The pack is not written, because it would contain the file.',
    remedy:
      'Check the permissions of the output folder, and on Windows close the program that has the file open. Then build again.',
  },
  'build/write-failed': {
    summary: 'An output could not be written. The previous one is still there.',
    remedy: 'Check the free space and the permissions of the output folder, then build again.',
  },
  'build/manifest-clash': {
    summary: 'Two outputs have the same hash, so an engine could not tell them apart.',
    remedy: 'Rename one of the two sources.',
  },
  'build/verify-failed': {
    summary: 'An output was read back and differs from what was written, or breaks its format.',
    remedy: 'Build with --no-cache. If that does not help, check the disk, then report it.',
  },
  'build/time-limit': {
    summary:
      'Compiling an asset took longer than `timeLimit` in assetc.yml. Its thread was stopped and replaced; other assets were not affected. If the setting is absent, the limit is 5 minutes and applies to plug-ins only.',
    remedy:
      'Check the plug-in for an endless loop or wait. If the work really takes that long, raise `timeLimit` (seconds, or `off`).',
  },
  'build/differs': {
    summary:
      'An asset was compiled twice (`--twice`) with different results. Its kind depends on something that is not in the cache key, such as the time, a random number, a file that it does not read through its context, or the name of a source although the kind sets usesPath to false.',
    remedy:
      'Make outputs depend only on what the context provides. Read files through ctx.read. Keep the time, random numbers, absolute paths and leftovers of earlier assets out of outputs.',
  },
  'build/pack-failed': {
    summary: 'The pack could not be written. The previous one is still there.',
    remedy: "Check the free space on the output folder's disk, then build again.",
  },
  'build/pack-info-path': {
    summary:
      'With `packInfo: true`, a build writes `assetc/pack.json` into the pack, and `assetc pack sign` adds `assetc/pack.sig`. A file of the output folder has one of these paths.',
    remedy: 'Rename the file or its folder, or remove `packInfo` from assetc.yml.',
  },
  'build/name-not-utf8': {
    summary: 'The name of a file or folder is not valid UTF-8, so it cannot be opened.',
    remedy: 'Rename it.',
  },
  'build/near-miss': {
    summary:
      'A file is not an asset, although its name resembles one: it is not compiled, and no asset reads it. Or it is the same model as another file, which is compiled instead (a notice). Reported once for all files of a type. `assetc --list-skipped` lists every skipped file.',
    remedy: 'Follow the hint, or hide the file with `exclude` in assetc.yml.',
  },
  'build/stale-pack': {
    summary:
      "There is a pack next to the output folder, but its content differs from the folder's. An earlier build made it, and this build was not asked for a pack.",
    remedy: 'Build with --pack, or set `pack: true` in assetc.yml. Delete the pack if you do not need it any more.',
  },
  'build/over-budget': {
    summary: 'The files that match a glob of `budget` in assetc.yml are larger than the budget allows.',
    remedy:
      'See what takes the space with `assetc ui`. Make it smaller (texture.maxSize, texture.supercompress, texture.rdo), or raise the budget.',
  },
  'build/out-of-memory': {
    summary:
      'The machine did not give the compiler of this asset the memory that it asked for. For every WebAssembly memory, Node reserves about 10 GB of address space, although it uses little of that.',
    remedy:
      'Build with fewer jobs (-j). If the address space is limited (ulimit -v), remove the limit, or set NODE_OPTIONS=--disable-wasm-trap-handler.',
  },
  'build/few-descriptors': {
    summary: 'The system allows the process too few open files (file descriptors) to compile this asset.',
    remedy: 'Raise the limit, for example with "ulimit -n 1024", or build with fewer jobs (-j).',
  },
  'build/malformed': {
    summary: "A file in one of assetc's formats is malformed.",
    remedy: 'Write the file again with a current version of assetc.',
  },
  'build/depfile-name': {
    summary:
      'A file or folder has a name that Make or Ninja cannot read in a depfile (`--depfile`): it contains a quote, an ampersand or another special character. The build tool cannot find the file, so it starts assetc every time. The outputs are right.',
    remedy: 'Rename it. Letters, digits, spaces and most punctuation work.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
