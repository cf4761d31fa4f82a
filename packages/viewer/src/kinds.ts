// The kind of an output file, by its extension. A kind has one view (views/table.ts), one filter above the tree and one color.

/** In the order of the filters. */
export const KINDS = [
  'mesh',
  'scene',
  'material',
  'animation',
  'texture',
  'font',
  'shader',
  'manifest',
  'text',
  'other',
] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  mesh: 'Meshes',
  scene: 'Scenes',
  material: 'Materials',
  animation: 'Animations',
  texture: 'Textures',
  font: 'Fonts',
  shader: 'Shaders',
  manifest: 'Manifests',
  text: 'Text',
  other: 'Other',
};

const BY_EXTENSION: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['hmesh', 'mesh'],
  ['hscene', 'scene'],
  ['hmat', 'material'],
  ['hmatx', 'material'],
  ['hanim', 'animation'],
  ['hanimx', 'animation'],
  ['hclip', 'animation'],
  ['ktx2', 'texture'],
  ['hfont', 'font'],
  ['spv', 'shader'],
  ['hvar', 'shader'],
  ['wgsl', 'shader'],
  ['hman', 'manifest'],
  ...['txt', 'json', 'md', 'yml', 'yaml', 'toml', 'xml', 'csv', 'ini', 'cfg', 'lua', 'js', 'ts', 'html', 'css'].map(
    (name) => [name, 'text'] as const,
  ),
  ...['glsl', 'vert', 'frag', 'comp', 'hlsl', 'slang', 'msl', 'metal'].map((name) => [name, 'text'] as const),
]);

/** The class that sets the color of a kind: the same in the map, the tree, lists and filters, in every project. */
export const kindClass = (kind: Kind): string => `kind-${kind}`;

export function kindOf(path: string): Kind {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return (dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase())) ?? 'other';
}
