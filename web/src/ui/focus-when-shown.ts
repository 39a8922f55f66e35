/**
 * Focuses a button when it appears, as a `ref`. For what a dialog shows later than itself: `data-autofocus` is looked
 * for when the dialog opens.
 */
export const focusWhenShown = (button: HTMLElement | null): void => button?.focus();
