// Writes and reads a .hclip straight from the text of its page, with bits as characters: slow, but another way to the same bytes.

import { componentsOf, segmentLength, trackCountOf } from '../hclip/clip-parts.js';
import type { CompressedClip, HclipClipModel, HclipModel, SegmentTrack } from '../hclip/model.js';
import { ByteWriter } from './byte-writer.js';

const GROUPS = ['rotation', 'translation', 'scale', 'weight'] as const;
const COMPONENTS = [4, 3, 3, 1];
const KINDS = ['none', 'rest', 'constant', 'animated'] as const;

/** Lowest bit first. */
const bitsOf = (value: number, count: number): string =>
  Array.from({ length: count }, (_, i) => (Math.floor(value / 2 ** i) % 2 === 0 ? '0' : '1')).join('');
const floatBits = (values: Float32Array): string =>
  [...new Uint32Array(values.slice().buffer)].map((word) => bitsOf(word, 32)).join('');
const toBytes = (bits: string): number[] =>
  (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt([...byte.padEnd(8, '0')].reverse().join(''), 2));

const unsignedLength = (value: number): number => (value === 0 ? 0 : value.toString(2).length);
const signedLength = (value: number): number => unsignedLength(value < 0 ? -value - 1 : value) + 1;
const largest = (values: Iterable<number>, length: (value: number) => number): number =>
  Math.max(0, ...[...values].map(length));

function widthsOf(track: SegmentTrack): number[] {
  if (track.form === 'raw') return [];
  const stored = track.bases.length;
  return [...track.bases].map((_, c) =>
    largest(
      track.residuals.filter((__, i) => i % stored === c),
      unsignedLength,
    ),
  );
}

function described(track: SegmentTrack, components: number, isConstant: boolean): string {
  const isRotation = components === 4;
  if (track.form === 'raw') return (isRotation ? bitsOf(5, 3) : '1') + (isConstant ? floatBits(track.values) : '');
  const baseBits = isRotation ? track.exponent + 2 : largest(track.bases, signedLength);
  let bits = isRotation
    ? bitsOf(track.omitted ?? 4, 3) + bitsOf(track.exponent, 5)
    : `0${bitsOf(track.exponent + 20, 6)}${bitsOf(baseBits - 1, 5)}`;
  const slopeBits = largest(track.slopes ?? [], signedLength);
  if (!isConstant) {
    bits += track.slopes === undefined ? '0' : `1${bitsOf(slopeBits - 1, 5)}`;
    bits += widthsOf(track)
      .map((width) => bitsOf(width, 5))
      .join('');
  }
  bits += [...track.bases].map((base) => bitsOf(base, baseBits)).join('');
  return isConstant ? bits : bits + [...(track.slopes ?? [])].map((slope) => bitsOf(slope, slopeBits)).join('');
}

function sampleOf(track: SegmentTrack, components: number, sample: number): string {
  if (track.form === 'raw') return floatBits(track.values.subarray(sample * components, (sample + 1) * components));
  return widthsOf(track)
    .map((width, c) => bitsOf(track.residuals[sample * track.bases.length + c] ?? 0, width))
    .join('');
}

function bodyOf(
  clip: HclipClipModel,
  components: readonly number[],
): { body: Uint8Array; constantBytes: number; name: Uint8Array } {
  const count = clip.segments.length;
  const animated = components.filter((_, track) => clip.kinds[track] === 'animated');
  const constant = components.filter((_, track) => clip.kinds[track] === 'constant');
  const segments = clip.segments.map((tracks, i) => {
    const length = Math.floor(((i + 1) * clip.sampleCount) / count) - Math.floor((i * clip.sampleCount) / count);
    const samples = Array.from({ length }, (_, s) =>
      tracks.map((track, k) => sampleOf(track, animated[k] ?? 0, s)).join(''),
    );
    return {
      bytes: [
        ...toBytes(samples.join('')),
        ...toBytes(tracks.map((track, k) => described(track, animated[k] ?? 0, false)).join('')),
      ],
      poseBits: (samples[0] ?? '').length,
    };
  });
  const constants = toBytes(clip.constants.map((track, i) => described(track, constant[i] ?? 0, true)).join(''));
  const name = new TextEncoder().encode(clip.name);
  const rest = new ByteWriter().f32(...(clip.times ?? []));
  for (const { track, times } of clip.stepped) rest.u32(track, times.length);
  for (const { track, times, values } of clip.stepped)
    for (const [key, time] of times.entries()) {
      const size = components[track] ?? 0;
      rest.f32(time, ...values.subarray(key * size, (key + 1) * size));
    }
  rest.bytes(toBytes(clip.kinds.map((kind) => bitsOf(KINDS.indexOf(kind), 2)).join('')));
  rest.bytes(constants).bytes(name);
  const body = new ByteWriter();
  let at = count * 8 + rest.length;
  for (const { bytes, poseBits } of segments) {
    body.u32(at, poseBits);
    at += bytes.length;
  }
  body.bytes(rest.done());
  for (const { bytes } of segments) body.bytes(bytes);
  return { body: body.done(), constantBytes: constants.length, name };
}

/** The file, without the encoder. */
export function hclipFromSpec({ jointCount, targetCount, clips }: HclipModel): Uint8Array {
  const file = new ByteWriter().ascii('HCLP').u32(1, clips.length, jointCount, targetCount, 0);
  const bodies = new ByteWriter();
  for (const clip of clips) {
    const groups = GROUPS.flatMap((name, i) => (clip.groups.includes(name) ? [i] : []));
    const components = groups.flatMap((i) =>
      new Array<number>(i === 3 ? targetCount : jointCount).fill(COMPONENTS[i] ?? 0),
    );
    const { body, constantBytes, name } = bodyOf(clip, components);
    file.u32(24 + clips.length * 40 + bodies.length, body.length).f32(clip.duration, clip.rate);
    file.u32(clip.sampleCount, clip.segments.length, constantBytes, clip.stepped.length).f32(clip.error);
    const flags = (clip.isLoop ? 1 : 0) + (clip.times === undefined ? 0 : 32) + (clip.isAdditive === true ? 64 : 0);
    file.u16(
      name.length,
      groups.reduce((sum, i) => sum + 2 ** (i + 1), flags),
    );
    bodies.bytes(body).pad(4);
  }
  return file.bytes(bodies.done()).zeros(8).done();
}

/** Reads bits one after another. */
class BitReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  take(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.at++)
      value += (((this.bytes[this.at >>> 3] ?? 0) >> (this.at & 7)) & 1) * 2 ** i;
    return value;
  }

  signed(count: number): number {
    const value = this.take(count);
    return value >= 2 ** (count - 1) ? value - 2 ** count : value;
  }

  floats(count: number): Float32Array {
    return new Float32Array(Uint32Array.from({ length: count }, () => this.take(32)).buffer);
  }
}

interface Head {
  readonly track: SegmentTrack;
  readonly widths: readonly number[];
}

function readHead(bits: BitReader, components: number, isConstant: boolean): Head {
  const isRotation = components === 4;
  const form = bits.take(isRotation ? 3 : 1);
  if (form === (isRotation ? 5 : 1))
    return { track: { form: 'raw', values: isConstant ? bits.floats(components) : new Float32Array(0) }, widths: [] };
  const exponent = isRotation ? bits.take(5) : bits.take(6) - 20;
  const baseBits = isRotation ? exponent + 2 : bits.take(5) + 1;
  const stored = isRotation && form < 4 ? 3 : components;
  const slopeBits = !isConstant && bits.take(1) === 1 ? bits.take(5) + 1 : 0;
  const widths = Array.from({ length: isConstant ? 0 : stored }, () => bits.take(5));
  const bases = Int32Array.from({ length: stored }, () => bits.signed(baseBits));
  const slopes = slopeBits === 0 ? undefined : Int32Array.from({ length: stored }, () => bits.signed(slopeBits));
  const omitted = isRotation && form < 4 ? form : undefined;
  return { track: { form: 'grid', omitted, exponent, bases, slopes, residuals: new Uint32Array(0) }, widths };
}

function readSegment(clip: CompressedClip, index: number, animated: readonly number[]): readonly SegmentTrack[] {
  const { view, bytes, offset } = clip;
  const length = segmentLength(index, clip.segmentCount, clip.sampleCount);
  const samples = new BitReader(bytes, (offset + view.getUint32(offset + index * 8, true)) * 8);
  const heads = new BitReader(
    bytes,
    samples.at + Math.ceil((length * view.getUint32(offset + index * 8 + 4, true)) / 8) * 8,
  );
  const tracks = animated.map((components) => readHead(heads, components, false));
  const values = tracks.map((): number[] => []);
  for (let sample = 0; sample < length; sample++)
    for (const [i, { track, widths }] of tracks.entries())
      values[i]?.push(
        ...(track.form === 'raw' ? samples.floats(animated[i] ?? 0) : widths.map((width) => samples.take(width))),
      );
  return tracks.map(({ track }, i) =>
    track.form === 'raw'
      ? { form: 'raw', values: Float32Array.from(values[i] ?? []) }
      : { ...track, residuals: Uint32Array.from(values[i] ?? []) },
  );
}

/** The model of an opened clip. */
function modelOf(clip: CompressedClip): HclipClipModel {
  const { view, bytes, parts, flags, jointCount, targetCount } = clip;
  const kindBits = new BitReader(bytes, parts.kinds * 8);
  const kinds = Array.from(
    { length: trackCountOf(flags, { jointCount, targetCount }) },
    () => KINDS[kindBits.take(2)] ?? 'none',
  );
  const components = kinds.map((_, track) => componentsOf(track, flags, clip));
  const of = (kind: string): readonly number[] => components.filter((_, track) => kinds[track] === kind);
  const constants = new BitReader(bytes, parts.constants * 8);
  let key = parts.keys;
  const stepped = Array.from({ length: clip.steppedCount }, (_, i) => {
    const track = view.getUint32(parts.stepped + i * 8, true);
    const size = (components[track] ?? 0) + 1;
    const count = view.getUint32(parts.stepped + i * 8 + 4, true);
    const floats = Float32Array.from({ length: count * size }, (__, k) => view.getFloat32(key + k * 4, true));
    key += floats.byteLength;
    return { track, times: floats.filter((__, k) => k % size === 0), values: floats.filter((__, k) => k % size !== 0) };
  });
  return {
    name: clip.name,
    duration: clip.duration,
    rate: clip.rate,
    isLoop: clip.isLoop,
    ...((flags & 64) === 0 ? {} : { isAdditive: true }),
    error: clip.error,
    groups: GROUPS.filter((_, i) => (flags & (2 << i)) !== 0),
    kinds,
    constants: of('constant').map((each) => readHead(constants, each, true).track),
    stepped,
    sampleCount: clip.sampleCount,
    times:
      (flags & 32) === 0
        ? undefined
        : Float32Array.from({ length: clip.sampleCount }, (_, i) => view.getFloat32(parts.times + i * 4, true)),
    segments: Array.from({ length: clip.segmentCount }, (_, i) => readSegment(clip, i, of('animated'))),
  };
}

/** What `encodeHclip` was given. The counts of a file without clips are not known. */
export const hclipModelOf = (clips: readonly CompressedClip[]): HclipModel => ({
  jointCount: clips[0]?.jointCount ?? 0,
  targetCount: clips[0]?.targetCount ?? 0,
  clips: clips.map(modelOf),
});
