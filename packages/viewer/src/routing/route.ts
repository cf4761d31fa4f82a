// The route in the page's address: `#/` is the overview, `#/models/chair.hmesh` an entry, `#/models/chair.hmesh?tab=why` a tab of its page.
// Views may store state in further parameters.

import { useEffect, useState } from 'preact/hooks';

interface Route {
  /** Empty on the overview. */
  readonly path: string;
  readonly params: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const question = text.indexOf('?');
  const path = question < 0 ? text : text.slice(0, question);
  return {
    path: path.split('/').map(decode).join('/'),
    params: new URLSearchParams(question < 0 ? '' : text.slice(question + 1)),
  };
}

/** A broken escape sequence is kept. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Nothing in it is escaped. */
const PLAIN_PATH = /^[\w./~-]*$/;

export function hashOf(path: string, params?: URLSearchParams): string {
  const query = params?.toString() ?? '';
  // A map has a thousand of them.
  const escaped = PLAIN_PATH.test(path) ? path : path.split('/').map(encodeURIComponent).join('/');
  return `#/${escaped}${query === '' ? '' : `?${query}`}`;
}

/** `replace`: does not add to the history, for example when moving through the tree. */
export function navigate(path: string, options: { replace?: boolean; params?: URLSearchParams } = {}): void {
  const hash = hashOf(path, options.params);
  if (hash === location.hash) return;
  if (options.replace !== true) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const update = () => setHash(location.hash);
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return parseRoute(hash);
}
