// The current overview. While the server still compares files, it is asked again; partial results are shown meanwhile.

import { useEffect, useState } from 'preact/hooks';
import type { UiOverview } from '../../api.js';
import type { Store } from '../../store/store.js';
import { useEntries, useLoaded } from '../../store/use-store.js';

interface OverviewState {
  readonly overview: UiOverview | undefined;
  readonly error: unknown;
  /** False if the server has none. */
  readonly isThere: boolean;
}

export function useOverview(store: Store): OverviewState {
  const entries = useEntries(store);
  const [round, setRound] = useState(0);
  const [unread, setUnread] = useState(Number.POSITIVE_INFINITY);
  const { value, error } = useLoaded(
    async (signal) => ({ overview: await store.api<UiOverview>('overview.json', signal) }),
    [store, entries, round],
  );
  const overview = value?.overview;
  useEffect(() => {
    const left = overview?.unreadBytes ?? 0;
    setUnread(left);
    // Only while it makes progress.
    if (left > 0 && left < unread) setRound((count) => count + 1);
  }, [overview]);
  return { overview, error, isThere: value === undefined || overview !== undefined };
}
