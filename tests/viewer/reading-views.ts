// Shaders and embedded files: the page shows the content of the file.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Stage } from './stage.js';

const compiled = (path: string): Buffer =>
  readFileSync(resolve(import.meta.dirname, '../../node_modules/.cache/viewer-tests/desktop', path));

interface Reflected {
  readonly modules: readonly {
    readonly module: string;
    readonly stage: string;
    readonly bindings: readonly {
      readonly name: string;
      readonly kind: string;
      readonly members?: readonly { readonly name: string }[];
    }[];
    readonly inputs: readonly { readonly name: string }[];
  }[];
}

export function readingViewTests(stage: () => Stage): void {
  it.each(['vertex.spv', 'fragment.spv'])('tells what %s binds, as the compiler does', async (name) => {
    const { page, show, keep } = stage();
    await show(`shaders/lit/${name}`);
    await keep(`shader-${name.replace('.spv', '')}`);
    const { modules }: Reflected = JSON.parse(compiled('shaders/lit/reflection.json').toString());
    const module = modules.find((each) => each.module === name);
    await expect.poll(() => page.locator('.stage-chip').textContent()).toBe(module?.stage);
    await expect
      .poll(() => page.getByRole('table', { name: 'Bindings' }).locator('tbody tr').count())
      .toBe(module?.bindings.length);
    const text = (await page.locator('.shader-main').textContent()) ?? '';
    for (const { name: bound, kind, members = [] } of module?.bindings ?? [])
      for (const word of [bound, kind, ...members.map((member) => member.name)]) expect(text).toContain(word);
    await expect
      .poll(() => page.getByRole('table', { name: 'Inputs' }).locator('tbody tr').count())
      .toBe(module?.inputs.length);
    await expect.poll(() => page.locator('.split-side').textContent()).toContain('Slang');
    // Two matrices of 64 bytes, the sun, and the ambient light.
    expect(await page.locator('.struct summary').first().textContent()).toContain('172 bytes');
    await page.getByRole('button', { name: 'Show C' }).first().click();
    expect(await page.locator('.c-text').textContent()).toContain(
      'static_assert(offsetof(Frame, ambient) == 160, "Frame.ambient");',
    );
    await page.locator('.disassembly summary').click();
    await expect.poll(() => page.locator('.disassembly .line code').first().textContent()).toBe('OpCapability Shader');
  });

  it('numbers the lines of text', async () => {
    const { page, show, keep } = stage();
    await show('scene/level.json');
    await page.waitForSelector('.line');
    const lines = compiled('scene/level.json').toString().trimEnd().split('\n');
    expect(await page.locator('.line code').allTextContents()).toEqual(lines);
    await expect.poll(() => page.locator('.line-number').last().textContent()).toBe(String(lines.length));
    await keep('text');
  });
}
