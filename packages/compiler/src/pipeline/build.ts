// The build: discover → plan → execute → commit.

import type { BuildOptions, BuildResult } from './build-options.js';

export type { BuildOptions, BuildResult } from './build-options.js';

export async function build(options: BuildOptions): Promise<BuildResult> {
  throw new Error(`the build of ${options.config.output} comes with the next change`);
}
