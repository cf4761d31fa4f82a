// A source drawn by GLTFLoader and what was compiled of it drawn by AssetcLoader, in one page, by one camera.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const pictureOf = (base64 = ''): Picture => ({
  width: 400,
  height: 300,
  pixels: new Uint8Array(Buffer.from(base64, 'base64')),
});
