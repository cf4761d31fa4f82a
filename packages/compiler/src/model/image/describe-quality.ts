// Words for what was chosen by a number in `texture.quality`.

/** See QualityNote of @assetc/formats. */
interface ChosenQuality {
  readonly asked: { readonly psnr: number } | { readonly ssim: number } | { readonly bytes: number };
  readonly choice: string;
  readonly value: number;
  readonly bytes: number;
  readonly reached: boolean;
  readonly tried: readonly (readonly [name: string, value: number, bytes?: number])[];
}

const valueIn = ({ asked }: ChosenQuality, value: number): string =>
  'ssim' in asked ? `SSIM ${value.toFixed(4)}` : `${value.toFixed(2)} dB`;

const askedFor = ({ asked }: ChosenQuality): string => {
  if ('bytes' in asked) return `${asked.bytes} bytes`;
  return 'psnr' in asked ? `${asked.psnr} dB` : `SSIM ${asked.ssim}`;
};

/** `ASTC 6x6: 40.31 dB, 14,576 bytes, the smallest that reaches 40 dB`. */
export function describeQuality(note: ChosenQuality): string {
  const found = `${note.choice}: ${valueIn(note, note.value)}, ${note.bytes} bytes`;
  if ('bytes' in note.asked)
    return `${found}, ${note.reached ? 'the best within' : 'the smallest, more than'} ${askedFor(note)}`;
  return `${found}, ${note.reached ? 'the smallest that reaches' : 'the best; none reaches'} ${askedFor(note)}`;
}

/** One per choice that was encoded, the smallest first. */
export const describeTried = (note: ChosenQuality): readonly string[] =>
  note.tried.map(([name, value, bytes]) =>
    [`${name}: ${valueIn(note, value)}`, ...(bytes === undefined ? [] : [`${bytes} bytes`])].join(', '),
  );

/** For a number that nothing reaches. */
export function describeUnreached(note: ChosenQuality): string {
  const is = 'bytes' in note.asked ? `${note.bytes} bytes at least` : `${valueIn(note, note.value)} at most`;
  return `texture.quality asks for ${askedFor(note)}, but ${note.choice} has ${is}; it is written`;
}
