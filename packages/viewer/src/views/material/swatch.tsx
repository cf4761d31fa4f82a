// A material color as displayed: factors are linear.

const encode = (linear: number): number => {
  const value = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
};

/** A fourth number is alpha. Values above 1 are clamped. */
export function cssColor([red = 0, green = 0, blue = 0, alpha = 1]: readonly number[]): string {
  return `rgb(${encode(red)} ${encode(green)} ${encode(blue)} / ${Math.min(1, Math.max(0, alpha))})`;
}

export const Swatch = ({ color }: { readonly color: string }) => (
  <span class="swatch">
    <span style={{ backgroundColor: color }} />
  </span>
);
