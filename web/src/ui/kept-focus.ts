import { useEffect } from 'react';

const DIALOGS = '[role=dialog], [role=alertdialog]';
const BUTTONS = '[data-autofocus], button';

const isUsable = (element: HTMLElement) => element.checkVisibility() && !element.matches(':disabled');

/**
 * Where the focus goes when its element is gone: to the next button of the open dialog, else to the title of the page.
 */
function nextPlace(): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll<HTMLElement>(DIALOGS)].filter((each) => each.checkVisibility()).at(-1);
  if (!dialog) return document.querySelector<HTMLElement>('main h1') ?? undefined;
  const buttons = [...dialog.querySelectorAll<HTMLElement>(BUTTONS)].filter(isUsable);
  return buttons.find((button) => button.matches('[data-autofocus]')) ?? buttons.at(-1);
}

/**
 * Keeps the focus on the page. A button that did its work often disappears with it, and the browser then drops the
 * focus without an event, so that the next Tab would begin at the top of the page and Enter would do nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element && target !== document.body ? target : null;
    };
    // A click beside everything takes the focus away on purpose.
    const forget = () => {
      last = null;
    };
    const restore = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const next = nextPlace();
      if (!next) return;
      last = null;
      next.focus({ preventScroll: true });
    };
    // Whoever removes the element may focus another one right after it.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(restore, 50);
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
}
