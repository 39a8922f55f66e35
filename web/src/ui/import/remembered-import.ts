import type { ImportType } from '@longshore/contract';

/**
 * A large import goes on without us. Its number is kept on this device so that one can close the window, walk to
 * another screen or reload, and find it again.
 */
const keyOf = (type: ImportType) => `longshore-import-${type}`;

export function rememberedImport(type: ImportType): number | undefined {
  try {
    return Number(localStorage.getItem(keyOf(type))) || undefined;
  } catch {
    return undefined;
  }
}

export function rememberImport(type: ImportType, id: number | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(keyOf(type));
    else localStorage.setItem(keyOf(type), String(id));
  } catch {
    // A browser that keeps nothing shows the import as long as its window is open.
  }
}
