// Resolves a style sheet token to numbers for shaders.

let context: CanvasRenderingContext2D | null | undefined;

/** Red, green, blue from 0 to 1, as `element` resolves the token. */
export function cssColor(element: Element, token: string): readonly number[] {
  // The browser resolves light-dark() for color properties, not for tokens.
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  element.parentElement?.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (context === null || context === undefined) return [0, 0, 0];
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)].map((code) => code / 255);
}
