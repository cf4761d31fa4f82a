// Which component shows which kind. A view is one folder and one line here; it is loaded on first use.

import type { ComponentType } from 'preact';
import type { Kind } from '../kinds.js';
import type { Store } from '../store/store.js';
import { hasToken } from './edit/token.js';

export interface ViewProps {
  readonly path: string;
  readonly store: Store;
  /** Version of the entry: changes after a build, while the component stays. */
  readonly version: string;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

/** By kind. Other kinds are shown as bytes. */
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

/** Additional tabs of every entry. */
export const TABS: readonly TabEntry[] = [
  {
    name: 'compare',
    title: 'Compare',
    isThere: ({ index }) => (index.others ?? []).length > 0,
    load: () => import('./compare/compare-view.js').then(({ CompareView }) => CompareView),
  },
  {
    name: 'settings',
    title: 'Settings',
    isThere: ({ index }) => index.edit === true && hasToken(),
    load: () => import('./edit/settings-view.js').then(({ SettingsView }) => SettingsView),
  },
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
