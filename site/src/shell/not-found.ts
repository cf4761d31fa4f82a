// The page that static servers show for an address that has none, at any depth. Its links have to be whole addresses.

import { type Page, renderPage, type Site } from './shell.js';

const PAGE: Page = {
  path: '404.html',
  title: 'Not found',
  description: 'There is no page at this address.',
  main: `<div class="prose lost"><h1>There is no page here</h1>
<p>It may have moved. Press <kbd>/</kbd> to search, or start from <a href="guide/">the guides</a>, <a href="formats/">the formats</a> or <a href="errors/">the error codes</a>.</p></div>`,
};

const isWhole = (link: string): boolean => /^(?:[a-z]+:|#)/.test(link);

export const notFoundPage = (site: Site, address: string): string =>
  renderPage(site, PAGE).replace(/ (href|src|data-root)="([^"]*)"/g, (whole, name: string, link: string) =>
    isWhole(link) ? whole : ` ${name}="${new URL(link, address).href}"`,
  );
