// Runs on every page: colors, menu, search on demand, copying of code, the current heading, offline.

import { offerCopies } from './copy-code.js';
import { followHeadings } from './headings.js';
import { goOffline } from './offline.js';

const root = new URL(document.documentElement.dataset.root ?? './', location.href);
const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

function switchTheme(): void {
  const { dataset } = document.documentElement;
  const isDark =
    dataset.theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : dataset.theme === 'dark';
  dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem('assetc-theme', dataset.theme);
  } catch {
    // Storage is switched off: the choice lasts until the next page.
  }
}

function openMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>('.menu');
  const side = find('.side');
  const pages = find('.menu-pages');
  if (menu === null || pages === null) return;
  if (side !== null && pages.childElementCount === 0) pages.append(side.cloneNode(true));
  menu.showModal();
}

async function openSearch(): Promise<void> {
  const { showSearch } = await import('../search/search-box.js');
  await showSearch(root);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

find('.theme-tool')?.addEventListener('click', switchTheme);
find('.menu-tool')?.addEventListener('click', openMenu);
find('.search-tool')?.addEventListener('click', openSearch);
document.addEventListener('keydown', (event) => {
  const isShortcut = event.key === '/' || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
  if (!isShortcut || (event.key === '/' && isTyping(event.target))) return;
  event.preventDefault();
  void openSearch();
});
// A click on the backdrop is a click on the dialog itself.
for (const dialog of document.querySelectorAll('dialog'))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('[data-close], a') !== null)) dialog.close();
  });

offerCopies();
followHeadings();
goOffline(root);
