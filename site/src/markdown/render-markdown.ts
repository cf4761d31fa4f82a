// Markdown of the repository → the HTML of a page, with its headings and the sections that search finds.

import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from '../shell/html.js';
import { highlight } from './highlight.js';
import { slugOf } from './slug.js';
import { type StructField, structDiagram } from './struct-diagram.js';

interface Heading {
  readonly level: number;
  readonly title: string;
  readonly anchor: string;
}

/** A heading and the text below it, up to the next heading. */
export interface Section extends Heading {
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

export interface LinkTargets {
  /** What a link of the page leads to on the site; throws if it leads nowhere. */
  link(href: string): string;
  image(source: string): { readonly address: string; readonly width?: number; readonly height?: number };
}

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** `<!-- … -->` of generated parts: the parser would show it. */
const withoutComments = (text: string): string => text.replace(/^<!--[\s\S]*?-->\n/gm, '');

/** The plain text of inline tokens. */
const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : /^(?:text|code_inline)$/.test(type) ? content : '',
    )
    .join('');

function isInline(token: Token | undefined): token is Token {
  return token?.type === 'inline';
}

/** Rows of cells of the table that begins at an index. */
function tableAt(tokens: readonly Token[], start: number): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (let at = start; at < tokens.length && tokens[at]?.type !== 'table_close'; at++) {
    if (tokens[at]?.type === 'tr_open') rows.push([]);
    const token = tokens[at];
    if (isInline(token)) rows.at(-1)?.push(plainText(token));
  }
  return rows;
}

/** The diagram of the struct whose table begins here: `**Name**, 24 bytes.` stands above it. */
function diagramAt(tokens: readonly Token[], start: number): string {
  const [head = [], ...rows] = tableAt(tokens, start);
  if (head.join() !== 'offset,field,type,meaning') return '';
  const above = plainText(tokens[start - 2]);
  const [, name = '', size = '0'] = /^(\w+), (\d+) bytes/.exec(above) ?? [];
  const fields = rows.map(
    ([offset, field = '', type = '']): StructField => ({ offset: Number(offset), name: field, type }),
  );
  return structDiagram(name, Number(size), fields) ?? '';
}

function fence(token: Token): string {
  const language = token.info.trim();
  return `<div class="code" data-language="${escapeHtml(language)}"><pre tabindex="0"><code>${highlight(token.content, language)}</code></pre></div>\n`;
}

/** Rewrites links and pictures of inline tokens in place. */
function retarget(token: Token, targets: LinkTargets): void {
  for (const child of token.children ?? []) {
    if (child.type === 'link_open') child.attrSet('href', targets.link(`${child.attrGet('href') ?? ''}`));
    if (child.type !== 'image') continue;
    const { address, width, height } = targets.image(`${child.attrGet('src') ?? ''}`);
    child.attrSet('src', address);
    if (width !== undefined) child.attrSet('width', `${width}`);
    if (height !== undefined) child.attrSet('height', `${height}`);
    child.attrSet('loading', 'lazy');
    child.attrSet('decoding', 'async');
  }
}

/** Columns of numbers: the parser's style attribute is not allowed by the policy of the pages. */
function alignByClass(token: Token): void {
  if (token.attrGet('style') !== 'text-align:right') return;
  token.attrs = [['class', 'number']];
}

/** In a table whose first column has no title, it names the rows: screen readers then say the name with each cell. */
function nameRows(tokens: readonly Token[]): void {
  let isNamed = false;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]?.type;
    if (token.type === 'th_open' && before === 'tr_open') isNamed = tokens[index + 1]?.content === '';
    if (!isNamed) continue;
    if (token.type === 'td_open' && before === 'tr_open') {
      token.tag = 'th';
      token.attrSet('scope', 'row');
      const close = tokens[index + 2];
      if (close !== undefined) close.tag = 'th';
    }
  }
}

function headingOf(tokens: readonly Token[], index: number, used: Map<string, number>): Heading {
  const title = plainText(tokens[index + 1]);
  const slug = slugOf(title);
  const times = used.get(slug) ?? 0;
  used.set(slug, times + 1);
  return { level: Number(tokens[index]?.tag.slice(1)), title, anchor: times === 0 ? slug : `${slug}-${times}` };
}

export function renderMarkdown(text: string, targets: LinkTargets): RenderedPage {
  const tokens = parser.parse(withoutComments(text), {});
  nameRows(tokens);
  const used = new Map<string, number>();
  const headings: Heading[] = [];
  const sections: { heading: Heading; text: string[] }[] = [];
  let html = '';
  let description = '';
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = headingOf(tokens, index, used);
      headings.push(heading);
      sections.push({ heading, text: [] });
      html += `<h${heading.level} id="${heading.anchor}">`;
      continue;
    }
    if (token.type === 'heading_close') {
      const { anchor = '', level = 1, title = '' } = headings.at(-1) ?? {};
      html += `${level === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to ${escapeHtml(title)}">#</a>`}</${token.tag}>\n`;
      continue;
    }
    if (isInline(token)) {
      retarget(token, targets);
      if (tokens[index - 1]?.type !== 'heading_open') sections.at(-1)?.text.push(plainText(token));
      if (description === '' && tokens[index - 1]?.type === 'paragraph_open') description = plainText(token);
    }
    alignByClass(token);
    if (token.type === 'fence') {
      sections.at(-1)?.text.push(token.content);
      html += fence(token);
    } else if (token.type === 'table_open') html += `${diagramAt(tokens, index)}<div class="table"><table>\n`;
    else if (token.type === 'table_close') html += '</table></div>\n';
    else html += parser.renderer.render([token], parser.options, {});
  }
  const title = headings[0]?.title ?? '';
  return {
    title,
    description,
    html,
    headings,
    sections: sections.map(({ heading, text: parts }) => ({ ...heading, text: parts.join(' ') })),
  };
}
