// Shows the small picture of an entry, once it is there. Its place has a fixed size, so that nothing moves.

import { useEffect, useState } from 'preact/hooks';
import { type Kind, kindOf } from '../kinds.js';
import { KindIcon } from '../parts/icons.js';
import type { Entry, Store } from '../store/store.js';
import { type Draw, Thumbnails } from './thumbnails.js';

const DRAWN: Readonly<Partial<Record<Kind, Draw>>> = {
  texture: async (store, entry) => (await import('./draw-texture.js')).drawTexture(store, entry),
  mesh: async (store, entry) => (await import('./draw-model.js')).drawMesh(store, entry),
  material: async (store, entry) => (await import('./draw-model.js')).drawMaterial(store, entry),
};

const known = new WeakMap<Store, Thumbnails>();

/** Not in a tab that is hidden. */
const nextFrame = (): Promise<unknown> =>
  new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));

function thumbnailsOf(store: Store): Thumbnails {
  const had = known.get(store);
  if (had !== undefined) return had;
  const made = new Thumbnails(
    store,
    ({ kind, isMissing }) => (isMissing === true ? undefined : DRAWN[kind]),
    nextFrame,
  );
  known.set(store, made);
  return made;
}

/** The address of the picture; undefined until it is there. */
export function useThumbnail(store: Store, entry: Entry | undefined): string | undefined {
  const thumbnails = thumbnailsOf(store);
  const [, setCount] = useState(0);
  const url = entry === undefined ? undefined : thumbnails.get(entry);
  useEffect(() => {
    if (entry === undefined || url !== undefined) return;
    const end = thumbnails.onChange(() => {
      if (thumbnails.get(entry) !== undefined) setCount((count) => count + 1);
    });
    const giveUp = thumbnails.request(entry);
    return () => {
      end();
      giveUp();
    };
  }, [thumbnails, entry, url]);
  return url;
}

interface ThumbnailProps {
  readonly store: Store;
  readonly path: string;
  /** A class for its size. */
  readonly size: 'small' | 'medium';
}

/** Decorative: the name next to it is its text. */
export function Thumbnail({ store, path, size }: ThumbnailProps) {
  const url = useThumbnail(store, store.find(path));
  return (
    <span class={`thumbnail is-${size}${url === undefined ? ' is-empty' : ''}`} aria-hidden="true">
      {url === undefined ? <KindIcon kind={kindOf(path)} /> : <img src={url} alt="" />}
    </span>
  );
}
