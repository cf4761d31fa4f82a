// The block that is being encoded: its texels by channel, as i16, padded with zeros to a multiple of 16.

/** Bytes of an array with an i16 for each of up to 144 texels. */
export const PLANE: usize = 288;
/** R, G, B and A. */
export const TEXELS: usize = memory.data(4 * 288, 16);
/** How much each texel counts: in color, then in alpha. 0 beyond the last texel. */
export const COUNTS: usize = memory.data(2 * 288, 16);
/** The same for the texels of each subset: color, alpha, then the next subset. */
export const SUBSET_COUNTS: usize = memory.data(8 * 288, 16);

/** Block size in texels. */
export let blockWidth: i32 = 0;
export let blockHeight: i32 = 0;
export let texelCount: i32 = 0;
/** `texelCount` rounded up to a multiple of 16: the length of arrays of bytes and of i16. */
export let paddedCount: i32 = 0;
/** Bytes of i16 that hold all texels, in whole vectors, and in whole halves of them. */
export let wideBytes: usize = 0;
export let halfBytes: usize = 0;

export function setBlockSize(width: i32, height: i32): void {
  blockWidth = width;
  blockHeight = height;
  texelCount = width * height;
  paddedCount = (texelCount + 15) & ~15;
  wideBytes = usize((texelCount + 7) & ~7) << 1;
  halfBytes = usize((texelCount + 3) & ~3) << 1;
}

/** Weights of squared errors, by channel. */
const CHANNEL_METRIC: usize = memory.data(4 * 8, 16);
/* @inline */ export function channelMetric(channel: i32): f64 {
  return load<f64>(CHANNEL_METRIC + (channel << 3));
}
/** The same as the block is searched (of gray blocks red stands for three), and their square roots. */
export const METRIC: usize = memory.data(4 * 8, 16);
export const METRIC_ROOTS: usize = memory.data(4 * 8, 16);

/* @inline */ export function metricOf(channel: i32): f64 {
  return load<f64>(METRIC + (channel << 3));
}
/* @inline */ export function metricRoot(channel: i32): f64 {
  return load<f64>(METRIC_ROOTS + (channel << 3));
}

export function setMetric(red: f64, green: f64, blue: f64, alpha: f64): void {
  store<f64>(CHANNEL_METRIC, red);
  store<f64>(CHANNEL_METRIC, green, 8);
  store<f64>(CHANNEL_METRIC, blue, 16);
  store<f64>(CHANNEL_METRIC, alpha, 24);
  memory.copy(METRIC, CHANNEL_METRIC, 32);
  for (let i: usize = 0; i < 32; i += 8) store<f64>(METRIC_ROOTS + i, sqrt<f64>(load<f64>(METRIC + i)));
}

/** Texels are half floats, on ASTC's logarithmic scale of 12 bits, less HDR_MIDDLE. They are opaque. */
export let isHdr: bool = false;
export const HDR_MIDDLE: i32 = 2048;
/** The largest finite endpoint, in 12 bits. */
export const MAX_HDR: i32 = 3967;
/** The range of endpoints. */
export let minEnd: f64 = 0;
export let maxEnd: f64 = 255;

export function setDynamicRange(high: bool): void {
  isHdr = high;
  minEnd = high ? -f64(HDR_MIDDLE) : 0;
  maxEnd = high ? f64(MAX_HDR - HDR_MIDDLE) : 255;
}

/** Whether all alpha is 255; whether color counts differ from alpha counts. */
export let isOpaque: bool = true;
export let isWeighted: bool = false;
/** Channels that are searched: red for the three equal ones of opaque gray blocks, else red to blue, or to alpha. */
export let channelCount: i32 = 3;

/** `gray`: red, green and blue are equal. */
export function setKind(opaque: bool, weighted: bool, gray: bool): void {
  isOpaque = opaque;
  isWeighted = weighted;
  channelCount = !opaque ? 4 : gray ? 1 : 3;
  const red = load<f64>(CHANNEL_METRIC) + (channelCount === 1 ? channelMetric(1) + channelMetric(2) : 0);
  store<f64>(METRIC, red);
  store<f64>(METRIC_ROOTS, sqrt<f64>(red));
}
