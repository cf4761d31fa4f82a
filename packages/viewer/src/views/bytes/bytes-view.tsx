// Any file as bytes, read while scrolling.

import { useCallback } from 'preact/hooks';
import { HexView } from '../../parts/hex-view.js';
import type { ViewProps } from '../table.js';

export function BytesView({ path, store, version }: ViewProps) {
  // A new version makes the view read again.
  const read = useCallback((start: number, length: number) => store.readRange(path, start, length), [path, version]);
  return <HexView label={`Bytes of ${path}`} sizeBytes={store.find(path)?.size ?? 0} read={read} />;
}
