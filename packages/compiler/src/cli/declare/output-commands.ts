// Declares the commands that inspect an output or convert its files: info, ui, check, why, convert.

import type { Command } from 'commander';
import {
  addCommonFlags,
  addInspectFlags,
  addPluginFlags,
  addUiFlags,
  type ConvertFlags,
  type ProjectFlags,
  type UiFlags,
} from '../options.js';
import type { Finish } from './finish.js';

export function declareInfo(program: Command, finish: Finish): void {
  addInspectFlags(program.command('info'))
    .argument('[path...]', 'output folders, packs or single files (default: the output folder)')
    .summary('print statistics of compiled files')
    .description('Prints what compiled files contain, and totals. Compiles nothing.')
    .action(async (paths: readonly string[], flags: ProjectFlags) => {
      const { runInfo } = await import('../commands/info.js');
      finish(await runInfo(paths, flags));
    });
}

export function declareUi(program: Command, finish: Finish): void {
  addUiFlags(program.command('ui'))
    .argument('[path]', 'an output folder or a pack (default: the output folder)')
    .argument('[other]', 'an output folder or a pack to compare it with')
    .summary('inspect compiled files in your browser')
    .description(
      'Serves a page on 127.0.0.1 that shows an output folder or a pack: meshes, textures compared with their sources, materials, ' +
        'fonts, sizes, and why each asset was built. It changes no files, and only this machine can reach it. Press Ctrl-C to stop. ' +
        'With --edit, the page also tries settings and writes rules into assetc.yml. ' +
        'With --export, the page is written as files that any web server can serve.',
    )
    .action(async (path: string | undefined, other: string | undefined, flags: UiFlags) => {
      const { runUi } = await import('../commands/ui.js');
      finish(await runUi(path, other, flags));
    });
}

export function declareCheck(program: Command, finish: Finish): void {
  addInspectFlags(program.command('check'))
    .argument('[path]', 'an output folder or a pack (default: the output folder)')
    .summary('check an output folder or a pack; exit 1 on any problem')
    .description(
      'Checks that every file is valid and that the files match each other: manifest, textures of materials, materials ' +
        'of meshes, joints of animations, atlases of fonts. Exits with 1 if there is any problem, so it can gate CI.',
    )
    .action(async (path: string | undefined, flags: ProjectFlags) => {
      const { runCheck } = await import('../commands/check.js');
      finish(await runCheck(path, flags));
    });
}

export function declareWhy(program: Command, finish: Finish): void {
  addPluginFlags(program.command('why'))
    .argument('<path>', 'a source or an output')
    .summary('print settings, dependencies and cache state of one asset')
    .description(
      'Prints the settings of an asset with the rule that set each, the files that it reads and writes, and why it would or would ' +
        'not be rebuilt.',
    )
    .action(async (path: string, flags: ProjectFlags) => {
      const { runWhy } = await import('../commands/why.js');
      finish(await runWhy(path, flags));
    });
}

export function declareConvert(program: Command, finish: Finish, convertTargets: readonly string[]): void {
  addCommonFlags(
    program
      .command('convert')
      .requiredOption('--to <format>', convertTargets.join(', '))
      .option('-o, --output <path>', 'file to write, or a folder (default: next to the file or the sources)')
      .option('--target <blocks>', 'with ktx2 or dds: the blocks to write (see texture.target), or raw')
      .option('--ktx2', 'with glb: keep textures as KTX2 if glTF allows it, instead of PNG')
      .option('--meshopt', 'with glb: compress vertices and indices (EXT_meshopt_compression)')
      .option('--meshopt-khr', 'with glb: the same, smaller, as KHR_meshopt_compression'),
  )
    .argument('<path>', 'a compiled mesh or texture, or a folder of images and models')
    .summary("convert a compiled file, or a folder of sources, to another runtime's format")
    .description(
      'Converts a mesh (.hmesh, .mesh, .gali) or a texture (.ktx2, .tx) to the format of another runtime, a texture to other blocks, PNG or DDS, ' +
        'an asset of another runtime to its text form and back, or a mesh and its companion files to glTF. Reports what is lost. ' +
        'A folder of images and models is compiled for the runtime, without a configuration, next to the sources or into -o. ' +
        'Files that it did not write are never replaced.',
    )
    .action(async (file: string, flags: ConvertFlags) => {
      const { runConvert } = await import('../commands/convert.js');
      finish(await runConvert(file, flags));
    });
}
