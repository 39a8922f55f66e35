import type { ImportType } from '@longshore/contract';

/**
 * A large import goes on without us. Its number is kept on this device so that one can close the window, walk to
 * another screen or reload, and find it again.
 */
const keyOf = ({ type, shipmentId, countId }: ImportInto) =>
  ['longshore-import', type, shipmentId ?? countId].filter((part) => part !== undefined).join('-');

/** What a sheet is imported into: all records of a kind, or what belongs to one shipment or one count. */
export interface ImportInto {
  type: ImportType;
  shipmentId?: number | undefined;
  countId?: number | undefined;
}

export function rememberedImport(into: ImportInto): number | undefined {
  try {
    return Number(localStorage.getItem(keyOf(into))) || undefined;
  } catch {
    return undefined;
  }
}

export function rememberImport(into: ImportInto, id: number | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(keyOf(into));
    else localStorage.setItem(keyOf(into), String(id));
  } catch {
    // A browser that keeps nothing shows the import as long as its window is open.
  }
}
