// Characters as messages name them: the first few, by number, and themselves where they can be seen.

const MOST_NAMED = 5;

export function nameCharacters(codepoints: readonly number[]): string {
  const shown = codepoints.slice(0, MOST_NAMED).map((codepoint) => {
    const hex = codepoint.toString(16).toUpperCase().padStart(4, '0');
    return /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(codepoint))
      ? `U+${hex} ${String.fromCodePoint(codepoint)}`
      : `U+${hex}`;
  });
  return codepoints.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
