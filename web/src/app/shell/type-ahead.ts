import { useEffect, useState } from 'react';

/**
 * What is typed or scanned between opening the palette and the moment its field has the focus. A scanner does not wait:
 * without this its first characters would be lost.
 */
export function useTypeAhead(isOpen: boolean): () => string {
  const [ahead] = useState(() => ({ text: '', isTaken: true }));
  useEffect(() => {
    if (!isOpen) return;
    ahead.text = '';
    ahead.isTaken = false;
    const keep = (event: KeyboardEvent) => {
      if (ahead.isTaken || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      ahead.text += event.key;
    };
    window.addEventListener('keydown', keep, true);
    return () => window.removeEventListener('keydown', keep, true);
  }, [isOpen, ahead]);
  return () => {
    ahead.isTaken = true;
    return ahead.text;
  };
}
