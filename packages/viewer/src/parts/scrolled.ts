/** Attributes of an area that scrolls: keys scroll only what can have the focus. */
export const SCROLLED = { tabIndex: 0 } as const;
