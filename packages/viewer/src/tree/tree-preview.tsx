// The picture of the file under the pointer, next to the tree.

import type { Entry, Store } from '../store/store.js';
import { useThumbnail } from '../thumbnails/thumbnail.js';

export interface Hovered {
  readonly path: string;
  /** The middle of its row, from the top of the window. */
  readonly y: number;
}

const HALF_HEIGHT = 86;

export function TreePreview({ store, hovered }: { readonly store: Store; readonly hovered: Hovered | undefined }) {
  const entry: Entry | undefined = hovered === undefined ? undefined : store.find(hovered.path);
  const url = useThumbnail(store, entry);
  if (hovered === undefined || url === undefined) return null;
  const top = Math.max(8, Math.min(innerHeight - 2 * HALF_HEIGHT - 8, hovered.y - HALF_HEIGHT));
  return (
    <div class="tree-preview" style={{ top: `${top}px` }} aria-hidden="true">
      <span class="thumbnail is-large">
        <img src={url} alt="" />
      </span>
    </div>
  );
}
