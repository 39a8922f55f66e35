import { useSyncExternalStore } from 'react';

/** How the scanner at this device was set up. Kept in the browser: people change, the scanner stays. */
export interface DeviceSettings {
  /** What the scanner sends before every code; empty when it sends nothing. */
  prefix: string;
  /** The scanner sends neither Enter nor Tab: a code ends when nothing has followed for a while. */
  noSuffix: boolean;
}

const KEY = 'longshore-device';
const NOTHING_SET: DeviceSettings = { prefix: '', noSuffix: false };

/** Characters that people hardly type, and of which a prefix is made: a letter would make typing impossible. */
export const PREFIX_CHARACTERS = '~^|`{}[]\\<>#$%&';
export const PREFIX_MAX = 3;
/** Proposed: on one key of the common keyboards, and in the tables of all scanners. */
export const PREFIX_PROPOSED = '~';

export const isPrefix = (text: string): boolean =>
  text.length >= 1 &&
  text.length <= PREFIX_MAX &&
  [...text].every((character) => PREFIX_CHARACTERS.includes(character));

function parse(text: string | null): DeviceSettings {
  try {
    const { prefix, noSuffix } = JSON.parse(text ?? '{}');
    return {
      prefix: typeof prefix === 'string' && isPrefix(prefix) ? prefix : '',
      noSuffix: noSuffix === true,
    };
  } catch {
    return NOTHING_SET;
  }
}

function read(): DeviceSettings {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    // Private windows may refuse storage.
    return NOTHING_SET;
  }
}

let settings: DeviceSettings | undefined;
const listeners = new Set<() => void>();

function set(next: DeviceSettings): void {
  settings = next;
  for (const listener of listeners) listener();
}

export function deviceSettings(): DeviceSettings {
  settings ??= read();
  return settings;
}

/** Answers whether the browser keeps them; without storage they hold until the page is closed. */
export function saveDeviceSettings(change: Partial<DeviceSettings>): boolean {
  const next = { ...deviceSettings(), ...change };
  set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
    return true;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  // Another tab of this browser has the same scanner.
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY || key === null) set(parse(newValue));
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export const useDeviceSettings = (): DeviceSettings => useSyncExternalStore(subscribe, deviceSettings);
