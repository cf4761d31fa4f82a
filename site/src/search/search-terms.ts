// How text becomes the words that search compares. The builder of the index and the page use the same rules.

import type { Options } from 'minisearch';

/** A heading of a page. */
export interface SearchEntry {
  readonly id: number;
  /** The address below the root of the site. */
  readonly path: string;
  readonly title: string;
  /** The title of its page; the same for the first heading. */
  readonly page: string;
  /** Where it belongs: Guide, Format, Error, API. */
  readonly kind: string;
  readonly text: string;
  /** How a guide begins, which says what it is for; only for its first heading. */
  readonly lead: string;
  /** For a page's first heading the name of its file: `plugins`. */
  readonly name: string;
}

/** Words that say nothing about what is wanted. */
const FILLERS: ReadonlySet<string> = new Set('a an the of to in on for and or is how do i my with'.split(' '));

/** `caching`, `caches` and `cache` are one word, and so are `map` and `maps`. Only endings that are safe to cut. */
export function stemOf(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const single = word.replace(/ies$/, 'y').replace(/([^siu])s$/, '$1');
  const plain = single.replace(/(....)(?:ing|ed)$/, '$1').replace(/([bdgmnprt])\1$/, '$1');
  return plain.replace(/(....)e$/, '$1');
}

/** `loadMesh` is found by `load`, `mesh` and `loadmesh`; `.hmesh` by `hmesh`. */
function wordsOf(term: string): string[] {
  const word = term.toLowerCase();
  const parts = term
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((part) => part.length > 1);
  return (parts.length > 1 ? [word, ...parts] : [word]).map(stemOf);
}

const KIND_BOOSTS: Readonly<Record<string, number>> = { Guide: 1.8, Format: 1.6, API: 1, Comparison: 1, Error: 0.2 };

export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'page', 'lead', 'text', 'name'],
  storeFields: ['path', 'title', 'page', 'kind'],
  processTerm: wordsOf,
  tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '' && !FILLERS.has(word.toLowerCase())),
  searchOptions: {
    boost: { title: 6, page: 3, name: 8, lead: 5 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    weights: { prefix: 0.45, fuzzy: 0.2 },
    combineWith: 'AND',
    // The page about a thing comes before a heading that mentions it, and guides before generated lists.
    boostDocument: (_id, _term, stored) =>
      (stored?.title === stored?.page ? 1.6 : 1) * (KIND_BOOSTS[String(stored?.kind)] ?? 0.6),
  },
};
