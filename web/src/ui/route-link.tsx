import { useRouter } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type FocusEvent, type MouseEvent, useRef } from 'react';

/** Opens an address of the app without loading the page anew. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return (href) => router.history.push(href);
}

/** Fetches a screen's code when the mouse or the focus comes near a link to it, so that the click finds it there. */
function usePreload(href: string): () => void {
  const router = useRouter();
  const asked = useRef('');
  return () => {
    if (asked.current === href) return;
    asked.current = href;
    router.preloadRoute({ to: href } as never).catch(() => {
      // An address that is none of ours says so when it is opened.
    });
  };
}

/**
 * A real link to an address that is known only as text (a row's, a record's): middle click, Ctrl-click and "copy
 * link" work as everywhere, a plain click stays in the app.
 */
export function RouteLink({ href, onClick, onFocus, ...rest }: ComponentPropsWithRef<'a'> & { href: string }) {
  const go = useGo();
  const near = usePreload(href);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target === '_blank';
    if (event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    go(href);
  };
  const focus = (event: FocusEvent<HTMLAnchorElement>) => {
    near();
    onFocus?.(event);
  };
  return <a href={href} onClick={open} onPointerEnter={near} onFocus={focus} {...rest} />;
}
