// What the bar on top of every page leads to.

export type Area = 'docs' | 'formats' | 'api' | 'playground' | 'demo' | 'compare';

interface AreaLink {
  readonly area: Area;
  readonly title: string;
  /** A path in the site. */
  readonly path: string;
}

export const AREAS: readonly AreaLink[] = [
  { area: 'docs', title: 'Guides', path: 'guide/index.html' },
  { area: 'formats', title: 'Formats', path: 'formats/index.html' },
  { area: 'api', title: 'API', path: 'api/index.html' },
  { area: 'compare', title: 'Compare', path: 'compare/index.html' },
  { area: 'demo', title: 'Demo', path: 'demo/index.html' },
  { area: 'playground', title: 'Playground', path: 'playground/index.html' },
];
