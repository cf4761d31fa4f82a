// What a visitor chooses, in the words of `assetc.yml`. The address of the page carries it: `#target=bc&quality=high`.

export const TARGETS = ['universal', 'bc', 'astc', 'etc2', 'raw'] as const;
export const BC = ['bc7', 'small'] as const;
export const ASTC = [
  '4x4',
  '5x4',
  '5x5',
  '6x5',
  '6x6',
  '8x5',
  '8x6',
  '8x8',
  '10x5',
  '10x6',
  '10x8',
  '10x10',
  '12x10',
  '12x12',
] as const;
export const QUALITIES = ['draft', 'fast', 'normal', 'high', 'max'] as const;
export const ROLES = ['auto', 'color', 'linear', 'normal', 'grayscale'] as const;

export interface PlaygroundSettings {
  readonly target: (typeof TARGETS)[number];
  readonly bc: (typeof BC)[number];
  readonly astc: (typeof ASTC)[number];
  readonly quality: (typeof QUALITIES)[number];
  readonly role: (typeof ROLES)[number];
  readonly mips: boolean;
  /** Rate-distortion strength, 0 to 10. */
  readonly rdo: number;
  readonly zstd: boolean;
}

export const DEFAULTS: PlaygroundSettings = {
  target: 'universal',
  bc: 'bc7',
  astc: '4x4',
  quality: 'normal',
  role: 'auto',
  mips: true,
  rdo: 0,
  zstd: false,
};

const oneOf = <T extends string>(values: readonly T[], value: string | null, usual: T): T =>
  values.find((each) => each === value) ?? usual;

/** Anything unknown in an address is ignored. */
export function readSettings(hash: string): PlaygroundSettings {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const rdo = Number(given.get('rdo') ?? 0);
  return {
    target: oneOf(TARGETS, given.get('target'), DEFAULTS.target),
    bc: oneOf(BC, given.get('bc'), DEFAULTS.bc),
    astc: oneOf(ASTC, given.get('astc'), DEFAULTS.astc),
    quality: oneOf(QUALITIES, given.get('quality'), DEFAULTS.quality),
    role: oneOf(ROLES, given.get('role'), DEFAULTS.role),
    mips: given.get('mips') !== 'false',
    rdo: Number.isFinite(rdo) ? Math.min(10, Math.max(0, rdo)) : 0,
    zstd: given.get('zstd') === 'true',
  };
}

/** Settings that matter for the chosen target and differ from the defaults. */
function stated(settings: PlaygroundSettings): readonly (readonly [string, string])[] {
  const { target } = settings;
  return Object.entries(settings).flatMap(([name, value]): (readonly [string, string])[] => {
    if (value === Reflect.get(DEFAULTS, name)) return [];
    if ((name === 'bc' || name === 'astc') && name !== target) return [];
    if (name === 'rdo' && (target === 'etc2' || target === 'raw')) return [];
    return [[name, String(value)]];
  });
}

export const settingsHash = (settings: PlaygroundSettings): string => {
  const text = new URLSearchParams(stated(settings).map(([name, value]) => [name, value])).toString();
  return text === '' ? '' : `#${text}`;
};

/** The same for a project. */
export function settingsYaml(settings: PlaygroundSettings): string {
  const lines = stated(settings).flatMap(([name, value]) => {
    if (name === 'target' && value === 'raw') return ['compress: false'];
    return [name === 'zstd' ? 'supercompress: zstd' : `${name}: ${/^\d+x/.test(value) ? `"${value}"` : value}`];
  });
  const body = lines.length === 0 ? ' {} # all defaults' : `\n${lines.map((line) => `    ${line}`).join('\n')}`;
  return `default:\n  texture:${body}\n`;
}

/** By group and name, as the compiler takes them. */
export function textureValues({ target, zstd, ...rest }: PlaygroundSettings) {
  return {
    ...rest,
    ...(target === 'raw' ? { compress: false } : { target }),
    supercompress: zstd ? 'zstd' : 'auto',
  } as const;
}
