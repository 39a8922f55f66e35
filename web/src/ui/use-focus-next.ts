import { useCallback, useEffect, useState } from 'react';

/** Focuses a field by its id after the next render, which may be the one that shows it. */
export function useFocusNext(): (id: string) => void {
  const [next, setNext] = useState<{ id: string }>();
  useEffect(() => {
    if (next) document.getElementById(next.id)?.focus();
  }, [next]);
  return useCallback((id) => setNext({ id }), []);
}
