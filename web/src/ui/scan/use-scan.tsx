import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Scan, ScanDetector } from './scan-detector.ts';
import { clearByEscape, type TextField, takesScans, textFieldOf, writeInto } from './text-fields.ts';

export type { Scan } from './scan-detector.ts';

/** Takes a scan; `false` leaves it to the next listener. */
export type TakeScan = (scan: Scan) => unknown;

/** A scan that no screen took, and why it may not open what it names: a dialog is open, or somebody is typing. */
export interface RemainingScan {
  text: string;
  blockedBy: 'dialog' | 'field' | undefined;
  field: TextField | undefined;
}

interface Listener {
  scope: number;
  take: TakeScan;
}

/** The newest one comes first. */
const listeners: Listener[] = [];
/** The open dialogs, innermost last; 0 is the page. */
const scopes: number[] = [];
/** Fields that handle a scan themselves instead of getting it as their value. */
const fieldHandlers = new WeakMap<TextField, (text: string) => void>();
let takeRemaining: ((scan: RemainingScan) => void) | undefined;

/** Presses Enter as the scanner would; a form that does not handle it is submitted. */
function pressEnter(field: TextField): void {
  if (detector.send(field, { key: 'Enter', code: 'Enter' })) field.form?.requestSubmit();
}

function scanInto(field: TextField, text: string): void {
  const handle = fieldHandlers.get(field);
  if (handle) {
    handle(text);
    return;
  }
  // Rendered at once: the handler of Enter reads the new value, and the next key may already be on its way.
  flushSync(() => writeInto(field, text));
  flushSync(() => pressEnter(field));
}

function dispatch(scan: Scan): void {
  const field = textFieldOf(scan.target);
  if (field && takesScans(field)) {
    scanInto(field, scan.text);
    return;
  }
  const scope = scopes.at(-1) ?? 0;
  const inScope = listeners.filter((listener) => listener.scope === scope).reverse();
  if (inScope.some(({ take }) => take(scan) !== false)) return;
  takeRemaining?.({ text: scan.text, field, blockedBy: scope ? 'dialog' : field ? 'field' : undefined });
}

const detector = new ScanDetector(dispatch, (field) => fieldHandlers.has(field));

/**
 * Detects scans in the whole application, and the Esc that empties a field; called once, by the shell, which gets what no
 * screen takes.
 */
export function useScanLayer(onRemaining: (scan: RemainingScan) => void): void {
  const latest = useRef(onRemaining);
  latest.current = onRemaining;
  useEffect(() => {
    takeRemaining = (scan) => latest.current(scan);
    const stop = detector.listen(window);
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
  useEffect(() => {
    scopes.push(scope);
    return () => void scopes.splice(scopes.indexOf(scope), 1);
  }, [scope]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

/**
 * Calls `handler` for every scan while the component is shown, wherever the focus is, except in a field that takes scans
 * itself. Return false for a scan that is not for this screen.
 */
export function useScan(handler: TakeScan, isActive = true): void {
  const scope = use(ScopeContext);
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    if (!isActive) return;
    const listener: Listener = { scope, take: (scan) => latest.current(scan) };
    listeners.push(listener);
    return () => void listeners.splice(listeners.indexOf(listener), 1);
  }, [isActive, scope]);
}

/** Passes scans into this field to a handler; its value stays as it was. */
export function useFieldScan(box: RefObject<HTMLInputElement | null>, onScan: ((text: string) => void) | undefined) {
  const latest = useRef(onScan);
  latest.current = onScan;
  const isHandled = onScan !== undefined;
  useEffect(() => {
    const field = box.current;
    if (!field || !isHandled) return;
    fieldHandlers.set(field, (text) => latest.current?.(text));
    return () => void fieldHandlers.delete(field);
  }, [box, isHandled]);
}
