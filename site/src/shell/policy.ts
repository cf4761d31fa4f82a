// What a page may load, as a meta element: nothing from elsewhere. Servers of static files rarely let a site set headers.

import { createHash } from 'node:crypto';

/** Applies the choice of colors before the first paint, so that nothing flashes. */
export const THEME_SCRIPT =
  "try{const t=localStorage.getItem('assetc-theme');if(t)document.documentElement.dataset.theme=t}catch{}";

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Directive → sources. A page may replace directives. */
export type Policy = Readonly<Record<string, string>>;

const BASE: Policy = {
  'default-src': "'none'",
  'script-src': `'self' 'sha256-${sha256(THEME_SCRIPT)}'`,
  'style-src': "'self'",
  'img-src': "'self' data:",
  'media-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/** Sources of `more` are added to those of the same directive. */
export function contentPolicy(more: Policy = {}): string {
  const directives = new Set([...Object.keys(BASE), ...Object.keys(more)]);
  return [...directives].map((name) => [name, BASE[name], more[name]].filter(Boolean).join(' ')).join('; ');
}
