// Which component shows what. A view is one folder and one line; it is loaded when it is first needed.

import type { ComponentType } from 'preact';
import type { Kind } from '../kinds.js';
import type { Store } from '../store/store.js';

export interface ViewProps {
  readonly path: string;
  readonly store: Store;
  /** Of the entry: changes when a build writes it anew, while the component stays. */
  readonly version: string;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

/** By kind; what has none is shown as bytes. */
export const VIEWS: Readonly<Partial<Record<Kind, Load<ViewProps>>>> = {
  texture: () => import('./texture/texture-view.js').then(({ TextureView }) => TextureView),
  animation: () => import('./animation/animation-view.js').then(({ AnimationView }) => AnimationView),
  manifest: () => import('./manifest/manifest-view.js').then(({ ManifestView }) => ManifestView),
  material: () => import('./material/material-view.js').then(({ MaterialView }) => MaterialView),
  scene: () => import('./scene/scene-view.js').then(({ SceneView }) => SceneView),
  mesh: () => import('./mesh/mesh-view.js').then(({ MeshView }) => MeshView),
  font: () => import('./font/font-view.js').then(({ FontView }) => FontView),
  shader: () => import('./shader/shader-view.js').then(({ ShaderView }) => ShaderView),
  text: () => import('./text/text-view.js').then(({ TextView }) => TextView),
  other: () => import('./text/text-view.js').then(({ TextView }) => TextView),
};

interface TabEntry {
  readonly name: string;
  readonly title: string;
  readonly isThere: (store: Store, path: string) => boolean;
  readonly load: Load<ViewProps>;
}

/** Beside the view, for every entry. */
export const TABS: readonly TabEntry[] = [
  {
    name: 'bytes',
    title: 'Bytes',
    isThere: () => true,
    load: () => import('./bytes/bytes-view.js').then(({ BytesView }) => BytesView),
  },
  {
    name: 'described',
    title: 'Described',
    isThere: ({ index }, path) => index.described.some((end) => path.toLowerCase().endsWith(end)),
    load: () => import('./described/described-view.js').then(({ DescribedView }) => DescribedView),
  },
  {
    name: 'why',
    title: 'Why',
    isThere: ({ index }) => index.record,
    load: () => import('./why/why-view.js').then(({ WhyView }) => WhyView),
  },
];

/** What `#/` shows. */
export const OVERVIEW: Load<{ readonly store: Store }> = () =>
  import('./overview/overview-view.js').then(({ OverviewView }) => OverviewView);
