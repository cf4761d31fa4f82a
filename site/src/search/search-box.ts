// The search dialog: loads the index when it is first opened, lists matches while you type, opens them by Enter or click.

import MiniSearch, { type SearchResult } from 'minisearch';
import { SEARCH_OPTIONS, type SearchEntry } from './search-terms.js';

const MAX_MATCHES = 12;

let loaded: Promise<MiniSearch<SearchEntry>> | undefined;

async function loadIndex(root: URL): Promise<MiniSearch<SearchEntry>> {
  const response = await fetch(new URL('search.json', root));
  if (!response.ok) throw new Error(`the index could not be loaded: ${response.status}`);
  return MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS);
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function matchItem(root: URL, match: SearchResult, index: number): HTMLLIElement {
  const item = element('li', '');
  item.role = 'option';
  item.id = `match-${index}`;
  const link = element('a', 'match');
  link.href = new URL(String(match.path), root).href;
  link.tabIndex = -1;
  const title = element('span', 'match-title', String(match.title));
  const place = element(
    'span',
    'match-place',
    match.title === match.page ? String(match.kind) : `${match.kind} · ${match.page}`,
  );
  link.append(title, place);
  item.append(link);
  return item;
}

class SearchBox {
  readonly dialog = element('dialog', 'search');
  readonly #input = element('input', 'search-input');
  readonly #list = element('ul', 'matches');
  readonly #status = element('p', 'search-status');
  readonly #root: URL;
  #chosen = 0;

  constructor(root: URL) {
    this.#root = root;
    this.dialog.setAttribute('aria-label', 'Search');
    Object.assign(this.#input, {
      type: 'search',
      placeholder: 'Search guides, formats, errors, API',
      autocomplete: 'off',
      spellcheck: false,
    });
    for (const [name, value] of Object.entries({
      'aria-label': 'Search',
      'aria-controls': 'matches',
      'aria-expanded': 'true',
      'aria-autocomplete': 'list',
    }))
      this.#input.setAttribute(name, value);
    this.#input.role = 'combobox';
    this.#list.id = 'matches';
    this.#list.role = 'listbox';
    this.#list.ariaLabel = 'Matches';
    this.#status.role = 'status';
    this.dialog.append(this.#input, this.#list, this.#status);
    this.#input.addEventListener('input', () => void this.#update());
    this.#input.addEventListener('keydown', (event) => this.#onKey(event));
    this.dialog.addEventListener('click', ({ target }) => {
      if (target === this.dialog || (target instanceof Element && target.closest('a') !== null)) this.dialog.close();
    });
    document.body.append(this.dialog);
  }

  async open(): Promise<void> {
    this.dialog.showModal();
    this.#input.select();
    await this.#update();
  }

  async #update(): Promise<void> {
    const wanted = this.#input.value.trim();
    try {
      loaded ??= loadIndex(this.#root);
      const index = await loaded;
      // Something else was typed while the index loaded.
      if (wanted !== this.#input.value.trim()) return;
      const all = index.search(wanted);
      const matches = all.length > 0 ? all : index.search(wanted, { combineWith: 'OR' });
      this.#show(wanted, matches.slice(0, MAX_MATCHES));
    } catch (error) {
      loaded = undefined;
      this.#status.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #show(wanted: string, matches: readonly SearchResult[]): void {
    this.#list.replaceChildren(...matches.map((match, index) => matchItem(this.#root, match, index)));
    this.#status.textContent =
      wanted === ''
        ? 'Type a setting, a format, an error code, a function.'
        : matches.length === 0
          ? `Nothing contains “${wanted}”.`
          : '';
    this.#choose(0);
  }

  #choose(index: number): void {
    const items = [...this.#list.children];
    this.#chosen = Math.max(0, Math.min(index, items.length - 1));
    for (const [at, item] of items.entries()) item.ariaSelected = `${at === this.#chosen}`;
    const chosen = items[this.#chosen];
    if (chosen === undefined) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', chosen.id);
    chosen?.scrollIntoView({ block: 'nearest' });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') this.#choose(this.#chosen + 1);
    else if (event.key === 'ArrowUp') this.#choose(this.#chosen - 1);
    else if (event.key === 'Enter') this.#list.children[this.#chosen]?.querySelector('a')?.click();
    else return;
    event.preventDefault();
  }
}

let box: SearchBox | undefined;

export async function showSearch(root: URL): Promise<void> {
  box ??= new SearchBox(root);
  await box.open();
}
