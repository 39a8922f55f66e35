import { useEffect } from 'react';

/** The title of the page, as tabs and the history of the browser show it. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Longshore`;
  }, [title]);
}
