import { describe, expect, it } from 'vitest';
import type { Layer, LayerValues } from './config.js';
import { resolveSettings } from './resolve-settings.js';
import { testGroups } from './testing/groups.js';

const layer = (origin: string, match: string | undefined, values: LayerValues): Layer => ({ origin, match, values });
const resolve = (layers: readonly Layer[], ...paths: string[]) => resolveSettings({ layers }, testGroups, paths);

describe('resolveSettings', () => {
  it('uses the built-in values if no layer sets anything', () => {
    const { values, origins } = resolve([], 'a.png');
    expect(values.texture).toEqual({ compress: true, quality: 'normal', maxSize: 0, alphaCoverage: 'auto', rdo: 0 });
    expect(values.font).toEqual({ variations: {}, atlas: { padding: 2, field: 'sdf' } });
    expect(origins).toEqual({});
  });

  it('lets each layer override only what it sets, and remembers which one did', () => {
    const layers = [
      layer('default', undefined, { texture: { quality: 'fast', maxSize: 2048 } }),
      layer('presets.mobile', undefined, { texture: { maxSize: 1024 }, mesh: { merge: false } }),
      layer('default.rules[0]', 'ui/*', { texture: { compress: false, quality: 'high' } }),
      layer('presets.mobile.rules[0]', '*.png', { texture: { quality: 'max' } }),
    ];
    const ui = resolve(layers, 'ui/a.png');
    expect(ui.values.texture).toMatchObject({ compress: false, quality: 'max', maxSize: 1024 });
    expect(ui.origins).toEqual({
      'texture.quality': 'presets.mobile.rules[0]',
      'texture.maxSize': 'presets.mobile',
      'texture.compress': 'default.rules[0]',
      'mesh.merge': 'presets.mobile',
    });
    const other = resolve(layers, 'models/a.glb');
    expect(other.values.texture).toMatchObject({ compress: true, quality: 'fast', maxSize: 1024 });
  });

  it('replaces a list whole', () => {
    const layers = [
      layer('default', undefined, { mesh: { lods: [0.9] } }),
      layer('default.rules[0]', '*', { mesh: { lods: [] } }),
    ];
    expect(resolve(layers, 'a').values.mesh?.lods).toEqual([]);
  });

  it('lets layers override single keys of a record', () => {
    const layers = [
      layer('default', undefined, { font: { atlas: { field: 'msdf' } } }),
      layer('default.rules[0]', 'ui/*', { font: { atlas: { padding: 4 } } }),
    ];
    const { values, origins } = resolve(layers, 'ui/a.ttf');
    expect(values.font?.atlas).toEqual({ padding: 4, field: 'msdf' });
    expect(origins).toEqual({ 'font.atlas': 'default.rules[0]' });
    expect(resolve(layers, 'a.ttf').values.font?.atlas).toEqual({ padding: 2, field: 'msdf' });
    expect(resolve([], 'a.ttf').values.font?.atlas).toEqual({ padding: 2, field: 'sdf' });
  });

  it('takes the later of two rules that match', () => {
    const rule = (i: number, quality: string) => layer(`default.rules[${i}]`, '*', { texture: { quality } });
    expect(resolve([rule(0, 'fast'), rule(1, 'high')], 'a').values.texture?.quality).toBe('high');
    expect(resolve([rule(1, 'high'), rule(0, 'fast')], 'a').values.texture?.quality).toBe('fast');
  });

  it("applies a rule to a model's image by the model's path or by the image's own name", () => {
    const layers = [
      layer('default.rules[0]', 'models/*.glb', { texture: { maxSize: 512 } }),
      layer('default.rules[1]', 'models/chair/tex_1', { texture: { quality: 'max' } }),
    ];
    const image = (i: number) => resolve(layers, 'models/chair.glb', `models/chair/tex_${i}`).values.texture;
    expect(image(0)).toMatchObject({ maxSize: 512, quality: 'normal' });
    expect(image(1)).toMatchObject({ maxSize: 512, quality: 'max' });
  });

  it('ignores groups that no compiler declares', () => {
    expect(resolve([layer('default', undefined, { ghost: { a: 1 } })], 'a').values.ghost).toBeUndefined();
  });

  it('returns one frozen object for all assets with the same layers', () => {
    const layers = [layer('default.rules[0]', 'ui/*', { texture: { quality: 'max' } })];
    expect(resolve(layers, 'ui/a.png')).toBe(resolve(layers, 'ui/b.png'));
    expect(resolve(layers, 'ui/a.png')).not.toBe(resolve(layers, 'b.png'));
    expect(Object.isFrozen(resolve(layers, 'b.png').values.texture)).toBe(true);
  });

  it('does not mix up two configurations or two sets of groups', () => {
    const one = [layer('default', undefined, { texture: { quality: 'max' } })];
    const two = [layer('default', undefined, { texture: { quality: 'fast' } })];
    expect(resolve(one, 'a').values.texture?.quality).toBe('max');
    expect(resolve(two, 'a').values.texture?.quality).toBe('fast');
    expect(resolveSettings({ layers: one }, testGroups.slice(1), ['a']).values.texture).toBeUndefined();
  });
});
