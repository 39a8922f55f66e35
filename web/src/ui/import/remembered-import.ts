import type { ImportType } from '@longshore/contract';

/**
 * A large import continues on the server. Its id is stored on this device, so that one can close the dialog, navigate
 * or reload, and find it again.
 */
const keyOf = ({ type, shipmentId, countId }: ImportTarget) =>
  ['longshore-import', type, shipmentId ?? countId].filter((part) => part !== undefined).join('-');

/** The target of an import: all records of a kind, or those of one shipment or count. */
export interface ImportTarget {
  type: ImportType;
  shipmentId?: number | undefined;
  countId?: number | undefined;
}

export function rememberedImport(into: ImportTarget): number | undefined {
  try {
    return Number(localStorage.getItem(keyOf(into))) || undefined;
  } catch {
    return undefined;
  }
}

export function rememberImport(into: ImportTarget, id: number | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(keyOf(into));
    else localStorage.setItem(keyOf(into), String(id));
  } catch {
    // Without storage the import is shown only while its dialog is open.
  }
}
