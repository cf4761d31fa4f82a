// The few pictures of the shell, as SVG.

export const MARK =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1 14 4.5v7L8 15l-6-3.5v-7z" fill="#4c7dff"/><path d="M8 8v7M8 8l6-3.5M8 8 2 4.5" stroke="#fff" stroke-opacity=".8" fill="none"/></svg>';

const icon = (body: string, name = ''): string =>
  `<svg viewBox="0 0 20 20" aria-hidden="true"${name === '' ? '' : ` class="${name}"`}>${body}</svg>`;

export const SEARCH = icon('<circle cx="8.75" cy="8.75" r="5.25"/><path d="m12.75 12.75 4 4"/>');
export const MENU = icon('<path d="M3.5 6h13M3.5 10h13M3.5 14h13"/>');
export const CLOSE = icon('<path d="m5.5 5.5 9 9m0-9-9 9"/>');
export const SUN = icon(
  '<circle cx="10" cy="10" r="3.25"/><path d="M10 2.5v1.8m0 11.4v1.8M2.5 10h1.8m11.4 0h1.8M4.7 4.7 6 6m8 8 1.3 1.3m0-10.6L14 6m-8 8-1.3 1.3"/>',
  'sun',
);
export const MOON = icon('<path d="M16.5 11.7A6.8 6.8 0 0 1 8.3 3.5a6.8 6.8 0 1 0 8.2 8.2z"/>', 'moon');
