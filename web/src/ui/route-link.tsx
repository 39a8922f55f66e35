import { useRouter } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type FocusEvent, type MouseEvent, useRef } from 'react';

/** Navigates within the app, without reloading the page. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return (href) => router.history.push(href);
}

/** Preloads a screen's code when a link to it is hovered or focused. */
function usePreload(href: string): () => void {
  const router = useRouter();
  const preloaded = useRef('');
  return () => {
    if (preloaded.current === href) return;
    preloaded.current = href;
    router.preloadRoute({ to: href } as never).catch(() => {
      // An unknown address is reported when it is opened.
    });
  };
}

/**
 * A real link to an address that is only known as text (a row's, a record's): middle click, Ctrl-click and "copy link"
 * work as usual, a plain click stays in the app.
 */
export function RouteLink({ href, onClick, onFocus, ...rest }: ComponentPropsWithRef<'a'> & { href: string }) {
  const go = useGo();
  const preload = usePreload(href);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target === '_blank';
    if (event.defaultPrevented || event.button !== 0 || opensElsewhere) return;
    event.preventDefault();
    go(href);
  };
  const focus = (event: FocusEvent<HTMLAnchorElement>) => {
    preload();
    onFocus?.(event);
  };
  return <a href={href} onClick={open} onPointerEnter={preload} onFocus={focus} {...rest} />;
}
