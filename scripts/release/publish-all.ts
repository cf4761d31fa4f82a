// Publishes tarballs in the order of a release. Can be run again after a failure: versions that the registry has are skipped.

import type { PackedPackage } from './pack.js';
import { type Output, run } from './run-npm.js';

export interface PublishOptions {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** A signed statement of the commit and workflow that made the tarball; npm can make one in CI only. */
  readonly hasProvenance: boolean;
  readonly log: (line: string) => void;
}

/** npm refuses a prerelease as `latest`, which is what plain `npm install` takes. */
const tagOf = (version: string): string => (version.includes('-') ? 'next' : 'latest');

async function isPublished(spec: string, { folder, env }: PublishOptions): Promise<boolean> {
  // Fails if the version is absent, and also if there is no network: then the publish that follows reports it.
  const view: Output | undefined = await run(folder, 'npm', ['view', spec, 'version'], env).catch(() => undefined);
  return view !== undefined && view.stdout.trim() !== '';
}

export async function publishAll(packages: readonly PackedPackage[], options: PublishOptions): Promise<void> {
  for (const { manifest, tarball } of packages) {
    const spec = `${manifest.name}@${manifest.version}`;
    if (await isPublished(spec, options)) {
      options.log(`${spec} is already published`);
      continue;
    }
    const args = ['publish', tarball, '--access', 'public', '--ignore-scripts', '--tag', tagOf(manifest.version)];
    await run(options.folder, 'npm', options.hasProvenance ? [...args, '--provenance'] : args, options.env);
    options.log(`published ${spec}`);
  }
}
