// The commands that print what can be read about assetc: explain, docs.

import type { Command } from 'commander';
import { addCommonFlags, type CommonFlags } from '../options.js';
import type { Finish } from './finish.js';

export function declareExplain(program: Command, finish: Finish): void {
  addCommonFlags(program.command('explain'))
    .argument('[code]', 'a code such as gltf/bad-json, or an area such as gltf (default: list all)')
    .summary('what the code of an error or warning means, and what to do')
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
    .description('Prints a guide or the page of a format, as it was when this version was made.')
    .action(async (topic: string | undefined, flags: CommonFlags) => {
      const { runDocs } = await import('../commands/docs.js');
      finish(await runDocs(topic, flags));
    });
}
