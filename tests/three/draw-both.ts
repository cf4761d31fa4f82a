// A source drawn by GLTFLoader and what was compiled of it drawn by AssetcLoader, in one page, by one camera.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHmesh } from '@assetc/formats';
import type { Browser } from 'playwright-core';
import type { AssetcLoaderOptions } from '../../packages/three/src/index.js';
import { bundlePage, HOST, type OpenPage, openPage, type ThreeVersion } from './browser-page.js';
import { compare, type Difference, keepPictures, type Picture } from './compare-pictures.js';
import { compileFiles } from './compiled-files.js';
import type * as pageModule from './page.js';

declare const assetcPage: typeof pageModule;

type Settings = NonNullable<Parameters<typeof compileFiles>[0][number]['settings']>;

export interface Subject {
  readonly path: string;
  readonly input: string | { readonly [path: string]: Uint8Array | string };
  /** Shares of the duration of a clip. */
  readonly times?: readonly number[];
  /** Which clip of the source; the first unless given. */
  readonly clip?: number;
  readonly settings?: Settings;
  readonly options?: AssetcLoaderOptions;
  /** All of it unless given. */
  readonly view?: pageModule.View;
}

export interface Drawn {
  readonly differences: readonly Difference[];
  /** The same with the largest level of each texture alone. */
  readonly plain: readonly Difference[];
  readonly complaints: readonly string[];
}

/** What three says about the machine, not about what it draws. */
const ABOUT_THE_MACHINE = /GPU stall due to ReadPixels|Automatic fallback to software WebGL/;

export class Drawing {
  readonly #opened: OpenPage;
  #subject: Subject | undefined;
  #compiled: ReadonlyMap<string, Uint8Array> = new Map();

  private constructor(opened: OpenPage) {
    this.#opened = opened;
  }

  static async open(browser: Browser, version: ThreeVersion): Promise<Drawing> {
    const holder: { drawing?: Drawing } = {};
    const files = { get: (path: string) => holder.drawing?.file(path) };
    const drawing = new Drawing(await openPage(browser, await bundlePage('page.ts', version), files));
    holder.drawing = drawing;
    return drawing;
  }

  file(path: string): Uint8Array | undefined {
    const [, place, rest = ''] = /^(\w+)\/(.*)$/.exec(path) ?? [];
    if (place === 'compiled') return this.#compiled.get(rest);
    const input = this.#subject?.input;
    if (typeof input !== 'string') {
      const content = input?.[rest];
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    }
    return existsSync(join(input, rest)) ? readFileSync(join(input, rest)) : undefined;
  }

  /** `view`: the one that shows all of it unless given. */
  async drawCompiled(subject: Subject, view: pageModule.View | undefined) {
    const { path, input, times = [], settings = {}, clip = 0 } = subject;
    this.#compiled = await compileFiles([{ path, input, settings }], settings.texture ?? {});
    const { page, complaints } = this.#opened;
    const before = complaints.length;
    const shown = subject.view ?? view;
    const shot = { times, clip, url: path.replace(/\.\w+$/, ''), ...(shown && { view: shown }) };
    const drawn = await page.evaluate(([each, source, options]) => assetcPage.drawCompiled(each, source, options), [
      shot,
      `${HOST}/compiled`,
      subject.options ?? {},
    ] as const);
    const mesh = this.#compiled.get(path.replace(/\.\w+$/, '.hmesh')) ?? new Uint8Array(0);
    return {
      view: drawn.view,
      isCompact: decodeHmesh(mesh).stored?.compact !== undefined,
      pictures: drawn.pictures.map((text) => pictureOf(text)),
      complaints: complaints.slice(before).filter((each) => !ABOUT_THE_MACHINE.test(each)),
    };
  }

  /** `name`: of the pictures that are kept. */
  async draw(name: string, subject: Subject): Promise<Drawn> {
    const { path, input, times = [], settings = {}, clip = 0 } = subject;
    this.#subject = subject;
    this.#compiled = await compileFiles([{ path, input, settings }], settings.texture ?? {});
    const { page, complaints } = this.#opened;
    const before = complaints.length;
    const shot = { times, clip, plain: true, ...(subject.view && { view: subject.view }) };
    const wanted = await page.evaluate((each) => assetcPage.drawSource(each), {
      ...shot,
      url: `${HOST}/source/${path}`,
    });
    const actual = await page.evaluate(([each, source, options]) => assetcPage.drawCompiled(each, source, options), [
      { ...shot, url: path.replace(/\.\w+$/, ''), view: wanted.view, clipName: wanted.clips[clip] },
      `${HOST}/compiled`,
      subject.options ?? {},
    ] as const);
    const differences: Difference[] = [];
    const plain: Difference[] = [];
    for (const [i, text] of wanted.pictures.entries()) {
      const pair = [pictureOf(text), pictureOf(actual.pictures[i])] as const;
      differences.push(compare(...pair));
      plain.push(compare(pictureOf(wanted.plainPictures[i]), pictureOf(actual.plainPictures[i])));
      await keepPictures(`${name}${times.length === 0 ? '' : `-${i}`}`, ...pair);
    }
    return { differences, plain, complaints: complaints.slice(before).filter((each) => !ABOUT_THE_MACHINE.test(each)) };
  }
}

/** The same source compiled twice, drawn by AssetcLoader both times. */
export async function drawForms(
  drawing: Drawing,
  name: string,
  subject: Subject,
  other: Settings,
): Promise<{ readonly coveredMeans: readonly number[]; readonly complaints: readonly string[] }> {
  const first = await drawing.drawCompiled(subject, undefined);
  const second = await drawing.drawCompiled({ ...subject, settings: { ...subject.settings, ...other } }, first.view);
  if (first.isCompact || !second.isCompact) throw new Error(`${name}: the second form is compact, the first is not`);
  const coveredMeans: number[] = [];
  for (const [i, picture] of first.pictures.entries()) {
    const pair = [picture, second.pictures[i] ?? pictureOf()] as const;
    coveredMeans.push(coveredMean(...pair));
    await keepPictures(`${name}${first.pictures.length === 1 ? '' : `-${i}`}`, ...pair);
  }
  return { coveredMeans, complaints: [...first.complaints, ...second.complaints] };
}

/** Of a channel, over the pixels that differ from the background in one of the pictures; of 255. */
function coveredMean(wanted: Picture, actual: Picture): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < wanted.pixels.length; at += 4) {
    const isCovered = [wanted, actual].some(({ pixels }) => [0, 1, 2].some((c) => pixels[at + c] !== wanted.pixels[c]));
    if (!isCovered) continue;
    for (let c = 0; c < 3; c++) sum += Math.abs((wanted.pixels[at + c] ?? 0) - (actual.pixels[at + c] ?? 0));
    count += 3;
  }
  return sum / count;
}

const pictureOf = (base64 = ''): Picture => ({
  width: 400,
  height: 300,
  pixels: new Uint8Array(Buffer.from(base64, 'base64')),
});
