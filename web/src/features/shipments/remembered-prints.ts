import { PAPERS, type PaperName } from '@longshore/contract';
import { useSyncExternalStore } from 'react';

/** A document of many shipments that the server draws, and what its window shows. */
export interface RememberedPrint {
  id: number;
  paper: PaperName;
  ids: readonly number[];
  title: string;
  fileName: string;
}

/** The server keeps each document for a day; older ones of these are rarely looked for. */
const KEPT_MAX = 3;

/**
 * Prints are counted when they begin, and a document can be drawn for minutes. Which ones were not shown yet is stored
 * on this device, per user and list, so that one can close the window, navigate or reload, and find them again.
 */
const keyOf = (userId: number, list: string) => `longshore-prints-${userId}-${list}`;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function textOf(key: string): string {
  try {
    return localStorage.getItem(key) ?? '[]';
  } catch {
    return '[]';
  }
}

const isPrint = (one: RememberedPrint) =>
  Number.isInteger(one?.id) && PAPERS.includes(one.paper) && Array.isArray(one.ids);

function parse(text: string): RememberedPrint[] {
  try {
    const prints: unknown = JSON.parse(text);
    return Array.isArray(prints) ? prints.filter(isPrint) : [];
  } catch {
    return [];
  }
}

function write(key: string, prints: readonly RememberedPrint[]): void {
  try {
    if (prints.length) localStorage.setItem(key, JSON.stringify(prints));
    else localStorage.removeItem(key);
  } catch {
    // Without storage a document is shown only while its window is open.
  }
  for (const listener of listeners) listener();
}

/** Newest first. */
export const rememberedPrints = (userId: number, list: string): RememberedPrint[] => parse(textOf(keyOf(userId, list)));

export function rememberPrint(userId: number, list: string, print: RememberedPrint): void {
  const others = rememberedPrints(userId, list).filter(({ id }) => id !== print.id);
  write(keyOf(userId, list), [print, ...others].slice(0, KEPT_MAX));
}

export function forgetPrint(userId: number, list: string, id: number): void {
  const others = rememberedPrints(userId, list).filter((one) => one.id !== id);
  write(keyOf(userId, list), others);
}

export function useRememberedPrints(userId: number, list: string): RememberedPrint[] {
  return parse(useSyncExternalStore(subscribe, () => textOf(keyOf(userId, list))));
}
