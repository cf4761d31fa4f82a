// The first page: what it is, how to start, what it looks like.

import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureSize } from '../docs/picture-size.js';
import { highlight } from '../markdown/highlight.js';
import { escapeHtml } from '../shell/html.js';
import type { Page } from '../shell/shell.js';
import { excerptOf, READERS } from './excerpts.js';
import { reportFigures } from './figures.js';

const PICTURES = 'site/src/landing/pictures';
const VIDEO = 'dragon.webm';
const STILL = 'dragon.jpg';

/** The recorded loop, and a still for those who want less motion. */
function hero(root: string, out: string): string {
  mkdirSync(join(out, 'pictures'), { recursive: true });
  for (const name of [VIDEO, STILL]) {
    if (!existsSync(join(root, PICTURES, name))) throw new Error(`${PICTURES}/${name} is missing: see site/README.md`);
    copyFileSync(join(root, PICTURES, name), join(out, 'pictures', name));
  }
  const { width = 1280, height = 720 } = pictureSize(readFileSync(join(root, PICTURES, STILL)));
  return `<figure class="hero-picture"><video class="hero-video" width="${width}" height="${height}" poster="pictures/${STILL}" data-src="pictures/${VIDEO}" muted loop playsinline preload="none" aria-label="A texture is painted, and the dragon that wears it changes while it turns"></video>
<figcaption>The texture is painted and saved; assetc compiles it, and the running scene shows it. <a href="guide/live.html">Live assets</a></figcaption></figure>`;
}

const codeHtml = (text: string, language: string): string =>
  `<div class="code" data-language="${language}"><pre tabindex="0"><code>${highlight(text, language)}</code></pre></div>`;

function readersHtml(root: string): string {
  return READERS.map(({ title, text, code, more, moreTitle }) => {
    const shown = code.map((excerpt) => codeHtml(excerptOf(root, excerpt), excerpt.language));
    return `<section class="reader"><h3>${escapeHtml(title)}</h3><p>${escapeHtml(text)}</p>
${shown.join('\n')}
<p><a href="${more}">${escapeHtml(moreTitle)}</a></p></section>`;
  }).join('\n');
}

const command = (text: string): string => codeHtml(text, 'sh');

function figuresHtml(root: string): string {
  const { figures, date } = reportFigures(root);
  const items = figures.map(
    ({ value, sentence, anchor }) =>
      `<li><strong>${escapeHtml(value)}</strong><span>${escapeHtml(sentence)} <a href="report.html#${anchor}">How it was measured</a></span></li>`,
  );
  return `<ul class="numbers">${items.join('')}</ul>
<p class="measured">Last measured on ${date}. <a href="report.html">The whole report</a> has the machine, the versions, and the figures where others are ahead; <a href="compare/">the comparisons</a> say when to use another tool.</p>`;
}

export function landingPage(root: string, out: string, style: string, script: string, hasDemo: boolean): Page {
  const demo = hasDemo ? '<a class="button quiet" href="demo/">See the demo</a>' : '';
  return {
    path: 'index.html',
    title: 'assetc: an asset compiler for your own engine',
    description:
      'Compiles images, models, skies, shaders, fonts and materials into files that your own engine or renderer loads without parsing.',
    styles: [style],
    scripts: [script],
    main: `<div class="hero"><div class="hero-text"><h1>Assets your engine loads without parsing</h1>
<p class="lead">assetc compiles images, models, skies, shaders, fonts and materials into files that your own engine or renderer uploads as they are.</p>
<p class="before-command">In a checkout, with Node 20 or newer. Compiles the demo and draws it:</p>
${command('npm ci && npm run demo')}
<p class="hero-links"><a class="button" href="guide/first-frame.html">Get started</a><a class="button quiet" href="playground/">Try your own texture</a>${demo}</p></div>
${hero(root, out)}</div>
<section class="band"><h2>Measured, not claimed</h2>
${figuresHtml(root)}</section>
<section class="band"><h2>Ten lines in your code</h2>
<div class="readers">${readersHtml(root)}</div></section>
<section class="band" id="in-your-project"><h2>In your project</h2>
<p>The packages are not on npm yet. Make the tarballs in a checkout, and install them:</p>
${command('npm ci && npm run pack:all     # writes dist-packages/*.tgz and tests them in an empty folder\ncd ../your-game && npm install ../assetc/dist-packages/*.tgz\nnpx --no-install assetc init   # writes a commented assetc.yml and creates assets/\nnpx --no-install assetc        # compiles what has changed')}
<ul class="promises"><li><strong>Never stale.</strong> An asset is skipped only if every byte it read, its settings, its compiler and its outputs are unchanged.</li>
<li><strong>Reproducible.</strong> The same input gives the same bytes on any machine, with any number of threads.</li>
<li><strong>Atomic.</strong> Kill a build at any moment. The next one ends with the bytes of a clean build.</li>
<li><strong>No toolchain.</strong> JavaScript and WebAssembly. There is no native module to build.</li></ul></section>`,
  };
}
