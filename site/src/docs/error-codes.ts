// A page for each diagnostic code, so that a code can be linked and found: `errors/texture/not-square.html`.

import MarkdownIt from 'markdown-it';
import type { CodeDoc } from '../../../packages/compiler/src/diagnostics/code-doc.js';
import { codes } from '../../../packages/compiler/src/diagnostics/codes.js';
import { slugOf } from '../markdown/slug.js';
import { escapeHtml } from '../shell/html.js';
import { relativeLink } from '../shell/relative-link.js';
import type { DocPage } from './doc-pages.js';
import { type SideGroup, sideHtml } from './sides.js';

const parser = new MarkdownIt({ html: false });

function codePage(code: string, { summary, remedy, isNotice }: CodeDoc, side: readonly SideGroup[]): DocPage {
  const path = `errors/${code}.html`;
  const [area = ''] = code.split('/');
  const areaPath = `errors/${area}.html`;
  const notice =
    isNotice === true ? '<p>This is a notice: it fails no build, not even with <code>--strict</code>.</p>' : '';
  const explain = `<div class="code" data-language="text"><pre tabindex="0"><code><span class="t-prompt">$ </span>npx --no-install assetc explain ${escapeHtml(code)}</code></pre></div>`;
  const main = `<article class="prose">
<p class="crumbs"><a href="${relativeLink(path, 'errors/index.html')}">Errors and warnings</a> / <a href="${relativeLink(path, `${areaPath}#${slugOf(code)}`)}">${area}</a></p>
<h1><code>${escapeHtml(code)}</code></h1>
${parser.render(summary)}${notice}<h2>What to do</h2>
${parser.render(remedy)}<p>The command line prints the same:</p>${explain}</article>`;
  const text = `${summary} ${remedy}`.replaceAll('`', '');
  return {
    page: {
      path,
      title: code,
      description: summary.replaceAll('`', ''),
      main,
      side: sideHtml(side, path, areaPath),
      toc: '',
    },
    sections: [{ level: 1, title: code, anchor: '', text }],
  };
}

export const errorCodePages = (side: readonly SideGroup[]): readonly DocPage[] =>
  Object.entries<CodeDoc>(codes).map(([code, doc]) => codePage(code, doc, side));
