import { useLayoutEffect, useState } from 'react';

/**
 * Buffers keys that are typed or scanned between opening the palette and the moment its field has focus. Scanners do
 * not wait: without this the first characters would be lost.
 */
export function useTypeAhead(isOpen: boolean): () => string {
  const [buffer] = useState(() => ({ text: '', isClosed: true }));
  useLayoutEffect(() => {
    if (!isOpen) return;
    buffer.text = '';
    buffer.isClosed = false;
    const bufferKey = (event: KeyboardEvent) => {
      if (buffer.isClosed || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      buffer.text += event.key;
    };
    window.addEventListener('keydown', bufferKey, true);
    return () => window.removeEventListener('keydown', bufferKey, true);
  }, [isOpen, buffer]);
  return () => {
    buffer.isClosed = true;
    return buffer.text;
  };
}
