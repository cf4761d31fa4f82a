// What chats and search engines get of a link, and the page for wrong addresses.

import { expect, it } from 'vitest';
import { notFoundPage } from '../../site/src/shell/not-found.js';
import { renderPage, type Site } from '../../site/src/shell/shell.js';

const files = { style: 'assets/site.css', script: 'assets/site.js', fonts: [], icon: 'assets/icon.svg' };
const site: Site = { files, areas: new Set(['docs', 'api']) };
const page = { path: 'guide/index.html', title: 'Guides & more', description: 'By what you want to do.', main: '' };

const propertiesOf = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(([, name, text]) => [name, text]),
  );

it('names a page, and gives it a picture if the address of the site is known', () => {
  const named = {
    type: 'website',
    site_name: 'assetc',
    title: 'Guides &amp; more',
    description: 'By what you want to do.',
  };
  expect(propertiesOf(renderPage(site, page))).toEqual(named);
  const html = renderPage({ ...site, address: 'https://example.org/a/' }, page);
  expect(propertiesOf(html)).toEqual({
    ...named,
    url: 'https://example.org/a/guide/',
    image: 'https://example.org/a/pictures/dragon.jpg',
  });
  expect(html).toContain('<link rel="canonical" href="https://example.org/a/guide/">');
});

it('links from a wrong address at any depth', () => {
  const html = notFoundPage(site, 'https://example.org/a/');
  const links = [...html.matchAll(/ (?:href|src|data-root)="([^"]*)"/g)].map(([, link = '']) => link);
  expect(links).toContain('https://example.org/a/guide/');
  expect(links).toContain('https://example.org/a/assets/site.js');
  expect(links.filter((link) => !link.startsWith('https://example.org/a/') && link !== '#content')).toEqual([]);
});
