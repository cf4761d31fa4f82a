// Declares the commands of packs: list, unpack, compare, sign, verify, patch, compress.

import type { Command } from 'commander';
import { addCommonFlags, addProjectFlags, type CommonFlags, type ProjectFlags } from '../options.js';
import type { Finish } from './finish.js';

interface OutputFlags extends CommonFlags {
  readonly output?: string;
}

interface KeyFlags extends OutputFlags {
  readonly key: string;
}

export function declarePack(program: Command, finish: Finish): void {
  const pack = program
    .command('pack')
    .summary('list, unpack, compare, sign, verify, patch or compress packs')
    .description('Lists, unpacks, compares, signs, verifies, patches or compresses packs.');
  declareReading(pack, finish);
  declareSigning(pack, finish);
  declarePatching(pack, finish);
  declareTransport(pack, finish);
}

function declareReading(pack: Command, finish: Finish): void {
  addProjectFlags(pack.command('info'))
    .argument('[file...]', 'the pack (default: <output>.hpack), or several, the lowest first')
    .summary('print layout, summary by kind, and entries; of several packs, which overrides what')
    .description(
      'Prints the layout of a pack, a summary by kind, and its entries sorted by path. Of several packs it prints which one overrides what.',
    )
    .action(async (files: readonly string[], flags: ProjectFlags) => {
      if (files.length > 1) {
        const { runPackLayers } = await import('../commands/pack-layers.js');
        return finish(await runPackLayers(files, flags));
      }
      const { runPackInfo } = await import('../commands/pack-info.js');
      finish(await runPackInfo(files[0], flags));
    });
  addCommonFlags(pack.command('extract').requiredOption('-o, --output <dir>', 'folder to unpack into'))
    .argument('<file>', 'the pack')
    .argument('[glob]', 'only paths that match: * matches anything, ? one character')
    .summary('unpack into a folder')
    .description('Unpacks into a folder, never outside it.')
    .action(async (file: string, glob: string | undefined, flags: CommonFlags & { readonly output: string }) => {
      const { runPackExtract } = await import('../commands/pack-extract.js');
      finish(await runPackExtract(file, glob, flags));
    });
  addCommonFlags(pack.command('compare'))
    .argument('<before>', 'a pack')
    .argument('<after>', 'another pack')
    .summary('list what was added, removed, changed and renamed')
    .description('Lists the entries that differ between two packs, the largest first, with their sizes.')
    .action(async (before: string, after: string, flags: CommonFlags) => {
      const { runPackCompare } = await import('../commands/pack-compare.js');
      finish(await runPackCompare(before, after, flags));
    });
}

function declareSigning(pack: Command, finish: Finish): void {
  addCommonFlags(pack.command('keygen').option('-o, --output <name>', 'write <name>.key and <name>.pub', 'assetc'))
    .summary('make a pair of keys for signing')
    .description(
      'Makes a pair of Ed25519 keys. Keep the .key secret: whoever has it can sign in your name. Ship the .pub, or the 32 bytes ' +
        'that are printed, with your program. Existing files are never replaced.',
    )
    .action(async (flags: CommonFlags & { readonly output: string }) => {
      const { runPackKeygen } = await import('../commands/pack-sign.js');
      finish(await runPackKeygen(flags));
    });
  addCommonFlags(
    pack
      .command('sign')
      .requiredOption('--key <file>', 'the private key: a .key of keygen')
      .option('-o, --output <file>', 'write the signed pack to this file (default: replace the pack)'),
  )
    .argument('<file>', 'the pack')
    .summary('sign a pack')
    .description(
      'Adds a list with the SHA-256 of every entry (assetc/pack.json) if the pack has none, and a signature over it (assetc/pack.sig).',
    )
    .action(async (file: string, flags: KeyFlags) => {
      const { runPackSign } = await import('../commands/pack-sign.js');
      finish(await runPackSign(file, flags));
    });
  addCommonFlags(pack.command('verify').requiredOption('--key <file>', 'the public key: a .pub of keygen'))
    .argument('<file>', 'the pack')
    .summary('verify who signed a pack, and every entry')
    .description(
      'Checks the signature of a pack, and that the pack contains exactly the entries that were signed. Exits with 1 if not.',
    )
    .action(async (file: string, flags: KeyFlags) => {
      const { runPackVerify } = await import('../commands/pack-sign.js');
      finish(await runPackVerify(file, flags));
    });
}

function declarePatching(pack: Command, finish: Finish): void {
  addCommonFlags(pack.command('diff').requiredOption('-o, --output <file>', 'the patch to write: update.hpatch'))
    .argument('<before>', 'the old pack')
    .argument('<after>', 'the new pack')
    .summary('make a patch that turns one pack into another')
    .description(
      'Makes a patch. Entries that were moved or renamed cost nothing; of changed entries it contains only what differs.',
    )
    .action(async (before: string, after: string, flags: CommonFlags & { readonly output: string }) => {
      const { runPackDiff } = await import('../commands/pack-patch.js');
      finish(await runPackDiff(before, after, flags));
    });
  addCommonFlags(
    pack.command('apply').option('-o, --output <file>', 'write the new pack to this file (default: replace the pack)'),
  )
    .argument('<file>', 'the pack to update')
    .argument('<patch...>', 'one or more patches, in the order of the versions')
    .summary('apply patches to a pack')
    .description(
      'Applies patches. The new pack is written next to the old one and then takes its place, so that one of the two is there at ' +
        'any time. Hashes are checked before and after. After an interruption, run it again.',
    )
    .action(async (file: string, patches: readonly string[], flags: OutputFlags) => {
      const { runPackApply } = await import('../commands/pack-patch.js');
      finish(await runPackApply(file, patches, flags));
    });
}

function declareTransport(pack: Command, finish: Finish): void {
  addCommonFlags(pack.command('compress').requiredOption('-o, --output <file>', 'the file to write: game.hpackz'))
    .argument('<file>', 'the pack')
    .summary('compress a pack for transport')
    .description('Compresses a pack. Programs can read single entries of the result, also over HTTP.')
    .action(async (file: string, flags: CommonFlags & { readonly output: string }) => {
      const { runPackCompress } = await import('../commands/pack-transport.js');
      finish(await runPackCompress(file, flags));
    });
  addCommonFlags(pack.command('decompress').requiredOption('-o, --output <file>', 'the pack to write'))
    .argument('<file>', 'a compressed pack')
    .summary('make the pack of a compressed one again')
    .description('Makes exactly the pack that was compressed, and verifies its SHA-256.')
    .action(async (file: string, flags: CommonFlags & { readonly output: string }) => {
      const { runPackDecompress } = await import('../commands/pack-transport.js');
      finish(await runPackDecompress(file, flags));
    });
}
