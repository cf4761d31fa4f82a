// Leads from the overview to the pages about the whole output, and back. Nothing if there are none.

import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { PAGES } from './pages.js';

interface PagesNavProps {
  readonly store: Store;
  /** The name of the shown page; empty: the overview. */
  readonly chosen: string;
}

export function PagesNav({ store, chosen }: PagesNavProps) {
  const pages = PAGES.filter(({ isThere }) => isThere(store));
  if (pages.length === 0) return null;
  return (
    <nav class="tabs pages-nav" aria-label="Pages">
      {[{ name: '', title: 'Overview' }, ...pages].map(({ name, title }) => (
        <a
          key={name}
          href={name === '' ? '#/' : hashOf('', new URLSearchParams({ page: name }))}
          {...(name === chosen ? { 'aria-current': 'page' } : {})}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
