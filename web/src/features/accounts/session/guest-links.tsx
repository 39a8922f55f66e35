import { type ComponentPropsWithRef, type MouseEvent, useSyncExternalStore } from 'react';

/** Three public pages need no router: just the path, navigation, and Back. */
const MOVED = 'longshore-moved';

export function goTo(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  window.dispatchEvent(new Event(MOVED));
}

function subscribe(listener: () => void) {
  window.addEventListener('popstate', listener);
  window.addEventListener(MOVED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(MOVED, listener);
  };
}

export const usePath = () => useSyncExternalStore(subscribe, () => location.pathname);

export function GuestLink({ href, ...rest }: ComponentPropsWithRef<'a'> & { href: string }) {
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Keep the return address while moving between the public pages.
    goTo(href + location.search);
  };
  return <a href={href} onClick={open} {...rest} />;
}
