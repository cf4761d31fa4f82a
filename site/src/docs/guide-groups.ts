// The guides, by what a reader wants to do. A guide that is in no group fails the build of the site.

interface GuideGroup {
  readonly title: string;
  /** Names of files in docs/guide, without `.md`. */
  readonly guides: readonly string[];
}

export const GUIDE_GROUPS: readonly GuideGroup[] = [
  { title: 'Start', guides: ['first-frame', 'configuration', 'commands', 'conventions', 'coming-from'] },
  {
    title: 'Make assets',
    guides: [
      'textures',
      'uastc',
      'light',
      'models',
      'meshes',
      'clips',
      'clusters',
      'ray-tracing',
      'materials',
      'shaders',
      'fonts',
      'plugins',
    ],
  },
  {
    title: 'Load them in your engine',
    guides: ['runtime', 'generated-code', 'cmake', 'build-tools', 'other-runtimes'],
  },
  { title: 'Use them on the web', guides: ['three', 'vite', 'library'] },
  { title: 'See what happens', guides: ['ui', 'live', 'json-events'] },
  { title: 'Work in a team', guides: ['caching', 'teams'] },
  { title: 'Ship', guides: ['shipping', 'mods'] },
];
