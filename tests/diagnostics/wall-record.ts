// The record of a texture called `wall`: two of them have one hash in a manifest.

export const wallRecord = (source: string, colorspace: 'srgb' | 'linear') => ({
  source,
  name: undefined,
  kind: 'texture',
  kindIdentity: '1',
  settings: '{}',
  base: 'wall',
  params: undefined,
  contentKey: undefined,
  dependencies: [],
  outputs: [
    { suffix: '.ktx2', sizeBytes: 1, digest: '', mtimeMs: 0, inode: 0, asset: { kind: 'texture', colorspace } },
  ] as const,
  derived: [],
  diagnostics: [],
});
