// How many bytes a first visit loads. What the service worker loads afterwards in the background is not part of the page.

import type { BrowserContext } from 'playwright-core';

export interface PageBytes {
  /** Of everything but videos. */
  readonly page: number;
  readonly video: number;
}

/** Ends when the video has arrived. */
export async function bytesOfVisit(context: BrowserContext, address: string): Promise<PageBytes> {
  const page = await context.newPage();
  const sums = { page: 0, video: 0 };
  const done: Promise<void>[] = [];
  page.on('response', (response) => {
    const isVideo = response.url().endsWith('.webm');
    done.push(
      response.body().then((body) => {
        sums[isVideo ? 'video' : 'page'] += body.length;
      }),
    );
  });
  const video = page.waitForResponse((response) => response.url().endsWith('.webm'));
  await page.goto(address, { waitUntil: 'load' });
  await video;
  await Promise.all(done);
  await page.close();
  return sums;
}
