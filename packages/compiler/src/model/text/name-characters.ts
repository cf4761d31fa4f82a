// Names characters in messages: the first few, by code point, and printed if they are visible.

const MAX_NAMED = 5;

export function nameCharacters(codepoints: readonly number[]): string {
  const shown = codepoints.slice(0, MAX_NAMED).map((codepoint) => {
    const hex = codepoint.toString(16).toUpperCase().padStart(4, '0');
    return /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(codepoint))
      ? `U+${hex} ${String.fromCodePoint(codepoint)}`
      : `U+${hex}`;
  });
  return codepoints.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
