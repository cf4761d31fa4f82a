// Any file as bytes, read as it is scrolled.

import { useCallback } from 'preact/hooks';
import { HexView } from '../../parts/hex-view.js';
import type { ViewProps } from '../table.js';

export function BytesView({ path, store, version }: ViewProps) {
  // Another version is other bytes: then the view reads again.
  const read = useCallback((start: number, length: number) => store.readRange(path, start, length), [path, version]);
  return <HexView label={`Bytes of ${path}`} sizeBytes={store.find(path)?.size ?? 0} read={read} />;
}
