/** The colour of what deletes or cancels in menus: the theme's red is too light for text. */
export const DANGER = 'var(--ls-refused-text)';
