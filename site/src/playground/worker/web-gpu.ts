// Which compressed formats WebGPU has on this device. It may have others than WebGL 2: engines choose one of the two.

const FAMILIES: readonly (readonly [feature: string, name: string])[] = [
  ['texture-compression-bc', 'BC'],
  ['texture-compression-etc2', 'ETC2'],
  ['texture-compression-astc', 'ASTC'],
];

const NONE = 'This browser has no WebGPU here.';

/** Asked once: the answer stays the same, and drivers take long. */
let asked: Promise<string> | undefined;

export function webGpuSentence(): Promise<string> {
  asked ??= askWebGpu().catch(() => NONE);
  return asked;
}

async function askWebGpu(): Promise<string> {
  const adapter = 'gpu' in navigator ? await navigator.gpu.requestAdapter() : null;
  if (adapter === null) return NONE;
  const names = FAMILIES.filter(([feature]) => adapter.features.has(feature)).map(([, name]) => name);
  return names.length === 0 ? 'WebGPU samples no block format here.' : `WebGPU samples ${names.join(' and ')} here.`;
}
