import { useEffect, useState } from 'react';

/** True once `isActive` has been true for this long, for example to show a skeleton only when loading is slow. */
export function useDelayed(isActive: boolean, ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!isActive) return setElapsed(false);
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [isActive, ms]);
  return hasElapsed && isActive;
}
