// Pillow's decoders of BC1, BC3, BC4, BC5, BC6H and BC7: blocks go to it as a DDS file with the DX10 header where it reads that, else with a FourCC.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export type PillowFormat = 'bc1' | 'bc3' | 'bc4' | 'bc5' | 'bc6h' | 'bc7';

/** Pillow 9.4 knows BC5, BC6H and BC7 by their DXGI number, the others only by their FourCC. */
const DXGI: Readonly<Partial<Record<PillowFormat, number>>> = { bc5: 83, bc6h: 95, bc7: 98 };
const FOUR_CC: Readonly<Partial<Record<PillowFormat, string>>> = { bc1: 'DXT1', bc3: 'DXT5', bc4: 'ATI1' };

const script = join(import.meta.dirname, 'decode-dds.py');

/** Debian's Python comes first: another on PATH seldom has Pillow. */
function findPython(): string | undefined {
  const names = [process.env.ASSETC_PYTHON, '/usr/bin/python3', 'python3'];
  return names.find((name) => name !== undefined && spawnSync(name, ['-c', 'import PIL.DdsImagePlugin']).status === 0);
}

const python = findPython();
export const hasPillow = python !== undefined;

function ddsFile(format: PillowFormat, blocks: Uint8Array, width: number, height: number): Uint8Array {
  const dxgi = DXGI[format];
  const head = Buffer.alloc(dxgi === undefined ? 128 : 148);
  head.write('DDS ', 0, 'latin1');
  for (const [word, value] of [
    [1, 124],
    [2, 0x81007],
    [3, height],
    [4, width],
    [5, blocks.byteLength],
    [7, 1],
    [19, 32],
    [20, 4],
    [27, 0x1000],
  ] as const)
    head.writeUInt32LE(value, word * 4);
  head.write(FOUR_CC[format] ?? 'DX10', 84, 'latin1');
  if (dxgi !== undefined) for (const [i, value] of [dxgi, 3, 0, 1, 0].entries()) head.writeUInt32LE(value, 128 + i * 4);
  return Buffer.concat([head, blocks]);
}

/** Texels of a DDS file as Pillow has them, four bytes each where its mode is RGBA. */
export function decodeDdsWithPillow(dds: Uint8Array): { readonly mode: string; readonly texels: Uint8Array } {
  if (python === undefined) throw new Error('no Python with Pillow');
  const { status, stdout, stderr } = spawnSync(python, [script], { input: dds, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`Pillow refuses the file: ${stderr}`);
  const line = stdout.indexOf(10);
  return { mode: stdout.toString('latin1', 0, line), texels: new Uint8Array(stdout.subarray(line + 1)) };
}

/** RGBA8. Channels that the format lacks are 0, alpha 255. */
export function decodeWithPillow(format: PillowFormat, blocks: Uint8Array, width: number, height: number): Uint8Array {
  const { mode, texels } = decodeDdsWithPillow(ddsFile(format, blocks, width, height));
  const step = mode.length;
  const kept = Math.min(step, format === 'bc5' ? 2 : 4);
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    rgba[i * 4 + 3] = 255;
    for (let c = 0; c < kept; c++) rgba[i * 4 + c] = texels[i * step + c] ?? 0;
  }
  return rgba;
}
