import { useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

/** Opens an address of the app without loading the page anew. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return (href) => router.history.push(href);
}

/**
 * A real link to an address that is known only as text (a row's, a record's): middle click, Ctrl-click and "copy
 * link" work as everywhere, a plain click stays in the app.
 */
export function RouteLink({ href, onClick, ...rest }: ComponentPropsWithRef<'a'> & { href: string }) {
  const go = useGo();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target === '_blank';
    if (event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={open} {...rest} />;
}
