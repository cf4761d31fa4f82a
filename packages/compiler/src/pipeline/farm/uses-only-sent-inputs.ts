// Whether a reply depends only on what was sent with the job. One that names another digest, or a file that was never sent, was made from
// something else.

import { type Asset, derivedNames } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { isEqualJson } from '../cache/equal-json.js';
import type { Dependency } from '../cache/record.js';
import type { SettingsResolver } from '../discover/settings-resolver.js';
import type { RemoteInputIndex } from '../workers/input/remote-inputs.js';

export function usesOnlySentInputs(
  dependencies: readonly Dependency[],
  world: RemoteInputIndex,
  { source }: Pick<Asset, 'source'>,
  resolver: SettingsResolver,
): boolean {
  const fileDigest = (path: string) => world.files.find((file) => file.path === path)?.digest;
  return dependencies.every((dependency) => {
    switch (dependency.type) {
      case 'bytes':
        return fileDigest(dependency.path) === dependency.digest;
      case 'part': {
        const { ref, digest } = dependency;
        const part = world.parts.find((one) => canonicalJson(one.ref) === canonicalJson(ref));
        if (part === undefined) return fileDigest(ref.file) === dependency.fileDigest;
        return part.digest === digest && part.fileDigest === dependency.fileDigest;
      }
      case 'existence': {
        const { path, exists } = dependency;
        const sent = world.existence.find((one) => one.path === path)?.exists;
        return (sent ?? (fileDigest(path) === undefined ? undefined : true)) === exists;
      }
      case 'listing':
        return world.listings.some(
          ({ folder, names }) => folder === dependency.folder && isEqualJson(names, dependency.names),
        );
      case 'mention':
        return world.mentions.some(
          ({ path, claim }) => path === dependency.path && canonicalJson(claim) === canonicalJson(dependency.claim),
        );
      case 'settings-for':
        return resolver.selectLike(dependency.json, derivedNames(source, dependency.name)).json === dependency.json;
      case 'settings-of':
        return resolver.selectLike(dependency.json, [dependency.path]).json === dependency.json;
    }
    return false;
  });
}
