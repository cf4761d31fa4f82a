import { describe, expect, it } from 'vitest';
import { chooseTarget } from './choose-target.js';

const PHONE = ['WEBGL_compressed_texture_etc', 'WEBGL_compressed_texture_astc'];
const DESKTOP = [
  'WEBGL_compressed_texture_s3tc',
  'WEBGL_compressed_texture_s3tc_srgb',
  'EXT_texture_compression_bptc',
  'EXT_texture_compression_rgtc',
];

describe('the target for WebGL2', () => {
  it('is ASTC on phones, BC on desktops, RGBA8 where nothing is offered', () => {
    expect(chooseTarget({ webgl2: PHONE }, { channels: 'rgb' })).toEqual({ to: 'astc-4x4', format: 0x93b0 });
    expect(chooseTarget({ webgl2: DESKTOP }, { channels: 'rgb' })).toEqual({ to: 'bc7', format: 0x8e8c });
    expect(chooseTarget({ webgl2: [] }, { channels: 'rgba' })).toEqual({ to: 'rgba8', format: 0x8058 });
  });

  it('has the format of the transfer function', () => {
    const srgb = { channels: 'rgba', transfer: 'srgb' } as const;
    expect(chooseTarget({ webgl2: PHONE }, srgb).format).toBe(0x93d0);
    expect(chooseTarget({ webgl2: DESKTOP }, srgb).format).toBe(0x8e8d);
    expect(chooseTarget({ webgl2: [] }, srgb).format).toBe(0x8c43);
  });

  it('uses the formats that are made for one and two channels', () => {
    expect(chooseTarget({ webgl2: DESKTOP }, { channels: 'r' })).toEqual({ to: 'bc4', format: 0x8dbb });
    expect(chooseTarget({ webgl2: DESKTOP }, { channels: 'rg' })).toEqual({ to: 'bc5', format: 0x8dbd });
    const etc = { webgl2: ['WEBGL_compressed_texture_etc'] };
    expect(chooseTarget(etc, { channels: 'r' })).toEqual({ to: 'eac-r11', format: 0x9270 });
    expect(chooseTarget(etc, { channels: 'rg' })).toEqual({ to: 'eac-rg11', format: 0x9272 });
    // There is no sRGB BC4.
    expect(chooseTarget({ webgl2: DESKTOP }, { channels: 'r', transfer: 'srgb' }).to).toBe('bc7');
  });

  it('takes S3TC on old desktops, in sRGB only with its extension', () => {
    const old = ['WEBGL_compressed_texture_s3tc'];
    expect(chooseTarget({ webgl2: old }, { channels: 'rgb' })).toEqual({ to: 'bc1', format: 0x83f0 });
    expect(chooseTarget({ webgl2: old }, { channels: 'rgba', transfer: 'srgb' }).to).toBe('rgba8');
    const both = [...old, 'WEBGL_compressed_texture_s3tc_srgb'];
    expect(chooseTarget({ webgl2: both }, { channels: 'rgba', transfer: 'srgb' })).toEqual({
      to: 'bc3',
      format: 0x8c4f,
    });
  });

  it('leaves BC out where the size is no multiple of four', () => {
    const size = { width: 30, height: 32 };
    expect(chooseTarget({ webgl2: DESKTOP }, { channels: 'rgb', ...size }).to).toBe('rgba8');
    expect(chooseTarget({ webgl2: PHONE }, { channels: 'rgb', ...size }).to).toBe('astc-4x4');
  });
});

describe('the target for WebGPU', () => {
  it('follows the features of the device', () => {
    const all = new Set(['texture-compression-bc', 'texture-compression-etc2', 'texture-compression-astc']);
    const texture = { channels: 'rgba', transfer: 'srgb' } as const;
    expect(chooseTarget({ webgpu: all }, texture)).toEqual({ to: 'astc-4x4', format: 'astc-4x4-unorm-srgb' });
    expect(chooseTarget({ webgpu: ['texture-compression-bc'] }, texture)).toEqual({
      to: 'bc7',
      format: 'bc7-rgba-unorm-srgb',
    });
    expect(chooseTarget({ webgpu: ['texture-compression-etc2'] }, texture)).toEqual({
      to: 'etc2-rgba',
      format: 'etc2-rgba8unorm-srgb',
    });
    expect(chooseTarget({ webgpu: [] }, texture)).toEqual({ to: 'rgba8', format: 'rgba8unorm-srgb' });
  });

  it('is RGBA8 where the size is no multiple of four', () => {
    const features = ['texture-compression-astc'];
    expect(chooseTarget({ webgpu: features }, { channels: 'rgb', width: 6, height: 8 }).to).toBe('rgba8');
  });
});
