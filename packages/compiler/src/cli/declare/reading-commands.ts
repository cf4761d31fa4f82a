// Declares the commands that print documentation: explain, docs, schema.

import type { Command } from 'commander';
import { addCommonFlags, addInspectFlags, type CommonFlags, type ProjectFlags } from '../options.js';
import type { Finish } from './finish.js';

export function declareExplain(program: Command, finish: Finish): void {
  addCommonFlags(program.command('explain'))
    .argument('[code]', 'a code such as gltf/bad-json, or an area such as gltf (default: list all)')
    .summary('explain the code of an error or warning')
    .description('Prints what the code of an error or warning means, and what to do about it.')
    .action(async (code: string | undefined, flags: CommonFlags) => {
      const { runExplain } = await import('../commands/explain.js');
      finish(await runExplain(code, flags));
    });
}

export function declareDocs(program: Command, finish: Finish): void {
  addCommonFlags(program.command('docs'))
    .argument('[topic]', 'a guide or a format, such as textures or hmesh (default: list all)')
    .summary('read the guides and format pages')
    .description('Prints a guide or the page of a format, for this version of assetc.')
    .action(async (topic: string | undefined, flags: CommonFlags) => {
      const { runDocs } = await import('../commands/docs.js');
      finish(await runDocs(topic, flags));
    });
}

export function declareSchema(program: Command, finish: Finish): void {
  addInspectFlags(program.command('schema'))
    .summary('print the JSON Schema of assetc.yml')
    .description(
      'Prints the JSON Schema of assetc.yml, which editors use to check and complete the file. With --plugins, the schema includes the settings ' +
        "of the project's plug-ins, which are run to get them.",
    )
    .action(async (flags: ProjectFlags) => {
      const { runSchema } = await import('../commands/schema.js');
      finish(await runSchema(flags));
    });
}
