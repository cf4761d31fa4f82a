// Drives the playground: files go in, figures and bytes come out.

import type { Page } from 'playwright-core';

export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export async function dropFile(page: Page, { name, bytes }: DroppedFile): Promise<void> {
  await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
}

/** Waits until the worker has nothing to do. */
export const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('#work')?.matches('[hidden]') === true, undefined, { polling: 50 });

/** Clicks a link to a file, and returns what the browser stores. */
export async function downloaded(
  page: Page,
  selector: string,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(selector).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return { name: download.suggestedFilename(), bytes: Uint8Array.from(Buffer.concat(chunks)) };
}

/** The figures below the picture, by name. */
export async function figuresOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const names = await page.locator('#figures dt').allTextContents();
  const values = await page.locator('#figures dd').allTextContents();
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
}
