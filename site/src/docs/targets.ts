// Resolves the links of the repository's Markdown to addresses of the site. Files that are not pages become part of the site: pictures as
// they are, sources as pages that show them. A link that leads nowhere fails the build.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { LinkTargets } from '../markdown/render-markdown.js';
import { relativeLink } from '../shell/relative-link.js';
import { pictureSize } from './picture-size.js';
import type { SourcePage } from './source-pages.js';

const isPicture = (path: string): boolean => /\.(?:png|jpe?g|svg|webp)$/.test(path);

export class Targets {
  /** Files to copy: path in the repository → path in the site. */
  readonly copies = new Map<string, string>();
  /** Sources and folders that are shown on pages of their own: path in the repository → path in the site. */
  readonly shown = new Map<string, string>();
  readonly #root: string;
  readonly #pages: ReadonlyMap<string, string>;

  constructor(root: string, pages: readonly SourcePage[]) {
    this.#root = root;
    this.#pages = new Map([...pages.map(({ source, path }) => [source, path] as const), ['README.md', 'index.html']]);
  }

  /** For the links of one page. */
  of({ source, path }: SourcePage): LinkTargets {
    const inRepository = (href: string): string => posix.normalize(posix.join(posix.dirname(source), href));
    return {
      link: (href) => {
        if (/^[a-z]+:/.test(href)) return href;
        const [file = '', anchor] = href.split('#');
        const to = file === '' ? path : this.#place(inRepository(file), source);
        return relativeLink(path, anchor === undefined ? to : `${to}#${anchor}`);
      },
      image: (href) => {
        const file = inRepository(href);
        return {
          address: relativeLink(path, this.#place(file, source)),
          ...pictureSize(readFileSync(join(this.#root, file))),
        };
      },
    };
  }

  /** Where a file or folder of the repository is in the site. */
  #place(file: string, from: string): string {
    const target = file.replace(/\/$/, '');
    const page = this.#pages.get(target) ?? this.#pages.get(`${target}/README.md`);
    if (page !== undefined) return page;
    if (!existsSync(join(this.#root, target))) throw new Error(`${from} links to ${target}, which does not exist`);
    const isText = statSync(join(this.#root, target)).isDirectory() || !/\.(?:glb|bin|ktx2|hpack)$/.test(target);
    if (isPicture(target) || !isText) {
      const place = `files/${target.replace(/^docs\/(?:images\/)?/, '')}`;
      this.copies.set(target, place);
      return place;
    }
    const place = `source/${target}.html`;
    this.shown.set(target, place);
    return place;
  }
}
