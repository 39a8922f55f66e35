import { createContext, type ReactNode, type RefObject, use, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { deviceSettings } from '../../lib/device-settings.ts';
import { KeyReader, type Scan } from './key-reader.ts';
import { lookUp } from './look-up.ts';
import { cleanScan } from './scan-text.ts';
import { clearByEscape, type TextField, takesScans, textFieldOf, writeInto } from './text-fields.ts';

export type { Scan } from './key-reader.ts';

/** Takes a scan; `false` leaves it to the next listener. */
export type TakeScan = (scan: Scan) => unknown;
/** Whether a code means something here. */
export type KnowsCode = (code: string) => Promise<boolean>;

/** A scan that no screen took, and why it may not open what it names: a dialog is open, or somebody is typing. */
export interface RemainingScan {
  text: string;
  blockedBy: 'dialog' | 'field' | undefined;
  field: TextField | undefined;
}

interface Listener {
  scope: number;
  take: TakeScan;
  knows: KnowsCode;
}

/** The newest one comes first. */
const listeners: Listener[] = [];
/** The open dialogs, innermost last; 0 is the page. */
const scopes: number[] = [];
/** Fields that get what is typed outside of fields. */
const keyFields: { scope: number; field: RefObject<TextField | null> }[] = [];
let takeRemaining: ((scan: RemainingScan) => void) | undefined;

const currentScope = () => scopes.at(-1) ?? 0;
const listening = () => listeners.filter(({ scope }) => scope === currentScope()).reverse();

/** Whether the server knows a code, in what the person works with. */
const isKnownAnywhere: KnowsCode = async (code) => (await lookUp(code)).length > 0;

function dispatch(scan: Scan): void {
  const field = textFieldOf(scan.target);
  if (field && takesScans(field)) {
    // Rendered at once: the handler of Enter reads the new value, and the next key may already be on its way.
    flushSync(() => writeInto(field, scan.text));
    flushSync(() => reader.pressEnter(field));
    return;
  }
  if (listening().some(({ take }) => take(scan) !== false)) return;
  takeRemaining?.({ text: scan.text, field, blockedBy: currentScope() ? 'dialog' : field ? 'field' : undefined });
}

/** A code that came without keys, from the camera: it goes where a scan goes that was made outside of fields. */
export function deliverScan(characters: string): void {
  const text = cleanScan(characters);
  if (text) dispatch({ text, target: null });
}

function scanFieldNow(): TextField | undefined {
  const fields = keyFields.filter(({ scope }) => scope === currentScope()).flatMap(({ field }) => field.current ?? []);
  return fields.filter((field) => field.isConnected && !field.disabled).at(-1);
}

const reader = new KeyReader({
  onScan: dispatch,
  device: deviceSettings,
  scanField: scanFieldNow,
  knows: (field) => {
    if (takesScans(field)) return isKnownAnywhere;
    const listeners = listening();
    if (listeners.length === 0) return undefined;
    return async (code) => (await Promise.all(listeners.map(({ knows }) => knows(code)))).includes(true);
  },
});

/**
 * Finds scans in the whole application, and the Esc that empties a field; called once, by the shell, which gets what no
 * screen takes.
 */
export function useScanLayer(onRemaining: (scan: RemainingScan) => void): void {
  const latest = useRef(onRemaining);
  latest.current = onRemaining;
  // Before the first paint, as all listeners to keys: on a busy machine a later effect would lose the first keys that
  // are pressed on what is seen.
  useLayoutEffect(() => {
    takeRemaining = (scan) => latest.current(scan);
    const stop = reader.listen(window);
    window.addEventListener('keydown', clearByEscape, { capture: true });
    return () => {
      takeRemaining = undefined;
      window.removeEventListener('keydown', clearByEscape, { capture: true });
      stop();
    };
  }, []);
}

let lastScope = 0;
const ScopeContext = createContext(0);

/** Around the content of a dialog: while it is open, the screens below it get no scans. */
export function ScanScope({ children }: { children: ReactNode }) {
  const [scope] = useState(() => ++lastScope);
  useLayoutEffect(() => {
    scopes.push(scope);
    return () => void scopes.splice(scopes.indexOf(scope), 1);
  }, [scope]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

interface ScanOptions {
  isActive?: boolean;
  /** Whether a code that came fast into an ordinary field means something here; by default what the server finds. */
  knows?: KnowsCode | undefined;
}

/**
 * Calls `handler` for every scan while the component is shown, wherever the focus is, except in a field that takes
 * scans itself. Return false for a scan that is not for this screen.
 */
export function useScan(handler: TakeScan, { isActive = true, knows = isKnownAnywhere }: ScanOptions = {}): void {
  const scope = use(ScopeContext);
  const latest = useRef({ handler, knows });
  latest.current = { handler, knows };
  useLayoutEffect(() => {
    if (!isActive) return;
    const listener: Listener = {
      scope,
      take: (scan) => latest.current.handler(scan),
      knows: (code) => latest.current.knows(code),
    };
    listeners.push(listener);
    return () => void listeners.splice(listeners.indexOf(listener), 1);
  }, [isActive, scope]);
}

/** What is typed outside of fields goes into this one: a scan is whole wherever the focus was when it began. */
export function useKeysElsewhere(field: RefObject<TextField | null>, isActive = true): void {
  const scope = use(ScopeContext);
  useLayoutEffect(() => {
    if (!isActive) return;
    const entry = { scope, field };
    keyFields.push(entry);
    return () => void keyFields.splice(keyFields.indexOf(entry), 1);
  }, [isActive, scope, field]);
}
