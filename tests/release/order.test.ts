// The packages to publish and their order come from the workspaces, so that a new package needs no second list.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Manifest,
  readWorkspacePackages,
  releaseOrder,
  requiredNames,
  type WorkspacePackage,
  withRequirements,
} from '../../scripts/release/workspace-packages.js';

const root = resolve(import.meta.dirname, '../..');

const pack = (name: string, fields: Partial<Manifest> = {}): WorkspacePackage => ({
  folder: `packages/${name}`,
  manifest: { name, version: '1.0.0', ...fields },
});
const orderOf = (...packages: readonly WorkspacePackage[]) =>
  releaseOrder(packages).map(({ manifest }) => manifest.name);

describe('the order of a release', () => {
  it('has every public package of this repository after what it requires', () => {
    const names = releaseOrder(readWorkspacePackages(root)).map(({ manifest }) => manifest.name);
    const manifests: Manifest[] = readdirSync(join(root, 'packages')).map((folder) =>
      JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')),
    );
    const publicOnes = manifests.filter((manifest) => manifest.private !== true);
    expect([...names].sort()).toEqual(publicOnes.map(({ name }) => name).sort());
    expect(names).toContain('@assetc/encoder');
    for (const manifest of publicOnes)
      for (const required of requiredNames(manifest))
        if (names.includes(required)) expect(names.indexOf(required)).toBeLessThan(names.indexOf(manifest.name));
  });

  it('puts a package after its dependencies and required peers, otherwise sorts by name', () => {
    const a = pack('a', { dependencies: { d: '1.0.0', react: '^19.0.0' } });
    const b = pack('b', { peerDependencies: { a: '1.0.0' } });
    const c = pack('c', { optionalDependencies: { b: '1.0.0' } });
    expect(orderOf(a, b, c, pack('d'), pack('e'))).toEqual(['d', 'a', 'b', 'c', 'e']);
  });

  it('does not wait for development dependencies and optional peers', () => {
    const peer = { peerDependencies: { b: '1.0.0' }, peerDependenciesMeta: { b: { optional: true } } };
    expect(
      orderOf(pack('a', { ...peer, devDependencies: { c: '1' } }), pack('b', { dependencies: { a: '1' } }), pack('c')),
    ).toEqual(['a', 'b', 'c']);
  });

  it('skips private packages, and rejects a public one that requires one', () => {
    expect(orderOf(pack('a', { devDependencies: { b: '1' } }), pack('b', { private: true }))).toEqual(['a']);
    expect(() => orderOf(pack('a', { dependencies: { b: '1' } }), pack('b', { private: true }))).toThrow(
      'a requires b, which is private',
    );
  });

  it('rejects packages that require each other', () => {
    expect(() => orderOf(pack('a', { dependencies: { b: '1' } }), pack('b', { dependencies: { a: '1' } }))).toThrow(
      'these packages require each other: a, b',
    );
  });
});

it('finds what a package requires, at any depth', () => {
  const packages = [pack('a'), pack('b', { dependencies: { a: '1' } }), pack('c', { dependencies: { b: '1' } })];
  const names = withRequirements(['c'], [...packages, pack('d')]).map(({ manifest }) => manifest.name);
  expect(names).toEqual(['a', 'b', 'c']);
});
