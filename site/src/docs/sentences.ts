// Texts that have to be short: what a page is about, in lists of pages and in its description.

const MAX_DESCRIPTION = 170;

/** Ends at a word. */
export const shortened = (text: string): string =>
  text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_DESCRIPTION))} …`;

const MAX_BLURB = 130;

/** The sentences that fit, but at least one. */
export function blurbOf(text: string): string {
  const sentences = text.split(/(?<=[.:]) (?=[A-Z])/);
  let blurb = sentences[0] ?? '';
  for (const sentence of sentences.slice(1)) {
    if (blurb.length + sentence.length >= MAX_BLURB) break;
    blurb = `${blurb} ${sentence}`;
  }
  return blurb.replace(/:$/, '.');
}
