// Pages about the output as a whole: `#/?page=audit`. Each is one line here; its code is loaded on first use.

import type { ComponentType } from 'preact';
import type { Store } from '../../store/store.js';

interface Page {
  readonly name: string;
  readonly title: string;
  readonly isThere: (store: Store) => boolean;
  readonly load: () => Promise<ComponentType<{ readonly store: Store }>>;
}

export const PAGES: readonly Page[] = [
  {
    name: 'compare',
    title: 'Compare',
    isThere: ({ index }) => (index.others ?? []).length > 0,
    load: () => import('../compare/compare-page.js').then(({ ComparePage }) => ComparePage),
  },
  {
    name: 'audit',
    title: 'Audit',
    isThere: ({ index }) => index.audit === true,
    load: () => import('../audit/audit-page.js').then(({ AuditPage }) => AuditPage),
  },
  {
    name: 'savings',
    title: 'Savings',
    isThere: ({ index }) => index.suggestions === true,
    load: () => import('../savings/savings-page.js').then(({ SavingsPage }) => SavingsPage),
  },
];
