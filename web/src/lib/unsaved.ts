/**
 * What the user would lose by leaving this page: forms with changes, scans that wait to be sent. Whoever holds such
 * work registers a check; whoever is about to discard it (another client, a sign-out, an ended session) asks here
 * first.
 */
const checks = new Set<() => boolean>();
const afterRelease = new Set<() => void>();
let isLeavingAllowed = false;

export const hasUnsavedWork = (): boolean => !isLeavingAllowed && [...checks].some((check) => check());

/** Registers a check; the returned function removes it. */
export function registerUnsavedWork(check: () => boolean): () => void {
  checks.add(check);
  return () => {
    checks.delete(check);
    if (hasUnsavedWork()) return;
    for (const run of [...afterRelease]) run();
    afterRelease.clear();
  };
}

/** The user has agreed to leave the page: nothing asks again. */
export function allowLeaving(): void {
  isLeavingAllowed = true;
}
export const mayLeave = () => isLeavingAllowed;

/** Runs now, or as soon as the unsaved work was saved or discarded. */
export function whenNothingIsUnsaved(run: () => void): void {
  if (hasUnsavedWork()) afterRelease.add(run);
  else run();
}
