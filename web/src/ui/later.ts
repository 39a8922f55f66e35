import { useEffect, useState } from 'react';

/** True once something has lasted this long: a skeleton that flashes for a moment is worse than none. */
export function useLater(lasting: boolean, ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!lasting) return setLate(false);
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [lasting, ms]);
  return late && lasting;
}
