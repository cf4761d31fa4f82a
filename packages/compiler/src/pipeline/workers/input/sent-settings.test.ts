import { describe, expect, it } from 'vitest';
import { settingsReader, settingsText } from './sent-settings.js';

const settings = () => ({ mesh: { lods: [0.5, 0.25], merge: true }, scene: { emit: 'auto', a: { b: [1] } } });

describe('settings on their way to a thread', () => {
  it('arrive as they were, in their order', () => {
    const read = settingsReader()(settingsText(settings()));
    expect(read).toEqual(settings());
    expect(JSON.stringify(read)).toBe(JSON.stringify(settings()));
  });

  it('are the same object for jobs with equal ones, which none can change', () => {
    const read = settingsReader();
    const first = read(settingsText(settings()));
    expect(read(settingsText(settings()))).toBe(first);
    expect(() => Object.assign(first.mesh ?? {}, { merge: false })).toThrow(TypeError);
    expect(() => Object.assign(first.mesh?.lods ?? {}, { 0: 1 })).toThrow(TypeError);
    expect(first).toEqual(settings());
  });

  it('are read again when there were too many, and are right then', () => {
    const read = settingsReader();
    for (let i = 0; i < 600; i++) expect(read(settingsText({ mesh: { i } }))).toEqual({ mesh: { i } });
    expect(read(settingsText({ mesh: { i: 0 } }))).toEqual({ mesh: { i: 0 } });
  });
});
