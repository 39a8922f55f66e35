import { GROUP_SEPARATOR } from '@longshore/contract';
import { insertInto, type TextField, textFieldOf, writeInto } from './text-fields.ts';

/** Keys of a scan follow each other at most this fast, by the time at which they were pressed. */
const GAP_MS = 60;
/** When nothing has followed for this long, a scan without a suffix is complete. */
const QUIET_MS = 90;
/** When the scans before ended with a suffix, the rest of a scan is waited for this long: its keys may arrive late. */
const SUFFIX_MS = 1_000;
/** A timer that fires this late was blocked: keys that were pressed before it may still be queued. */
const LATE_MS = 40;
/** What is a scan: so many characters, on average so fast. It is stricter where a mistake would take away typed text. */
const RULES = {
  /** On a button or the page, ended by Enter or Tab. */
  elsewhere: { length: 3, gap: GAP_MS },
  /** In a field, ended by Enter or Tab. */
  field: { length: 4, gap: 40 },
  /** Without a suffix. */
  bare: { length: 6, gap: 35 },
  /** In a field that gets every code, scanned or typed, ended by Enter or Tab: nothing typed can be lost there. */
  short: { length: 2, gap: 30 },
  /** The same with one character, which is the whole value of the field. */
  single: { length: 1, gap: 20 },
};
/** Symbology identifiers that say nothing about the content; those of GS1 data are kept. */
const SYMBOLOGY = /^\](?!C1|d2|Q3|e0|J1)[A-Za-z]\d/;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** One scan as a unit, and what had the focus when it ended. */
export interface Scan {
  text: string;
  target: Element | null;
}

interface Snapshot {
  value: string;
  caret: number;
}

interface Burst {
  characters: string;
  startedAt: number;
  lastAt: number;
  /** The fields that characters went into, as they were before. */
  fields: Map<TextField, Snapshot>;
  /** Keys that nobody else has received yet. */
  held: KeyboardEvent[];
  target: EventTarget | null;
  /** It looked complete once, and more was waited for. */
  isAwaited: boolean;
}

const characterOf = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): string | undefined => {
  // Scanners send the separator of GS1 data as the keys that produce it: Ctrl and ].
  if (ctrlKey && key === ']') return GROUP_SEPARATOR;
  return key.length === 1 && !ctrlKey && !altKey && !metaKey ? key : undefined;
};

/** Sent to a field after a scan was taken out of it: what its letters have opened or highlighted does not count. */
export const SCAN_REMOVED = 'scan-removed';

/**
 * Recognises a scanner by its rhythm. A key that is typed into a field goes there at once, so that what people type is
 * never delayed, lost or reordered; when the keys turn out to be a scan, the field gets its previous value back and the
 * scan is passed on as one unit. Elsewhere (on a button, on the page) keys are held until it is clear that a person
 * pressed them, because a shortcut cannot be taken back.
 */
export class ScanDetector {
  private burst: Burst | undefined;
  /** Keys that were taken for typing because nothing followed; keys pressed right after them may arrive late. */
  private interrupted: Burst | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last key of the last scan was pressed. */
  private scannedAt = Number.NEGATIVE_INFINITY;
  /** The last scan ended with a suffix. */
  private expectsSuffix = false;
  private readonly replayed = new WeakSet<Event>();
  /** Keys that were kept from others; their keyup is kept too, because it presses buttons in some browsers. */
  private readonly pressed = new Set<string>();

  constructor(
    private readonly onScan: (scan: Scan) => void,
    /** Whether a field gets every code with whether it was scanned. */
    private readonly getsCodes: (field: TextField) => boolean = () => false,
  ) {}

  /** Listens to all keys before everybody else. Returns a function that stops. */
  listen(target: Window): () => void {
    const onDown = (event: KeyboardEvent) => this.handle(event);
    const onUp = (event: KeyboardEvent) => {
      if (this.pressed.delete(event.key)) keepFromOthers(event);
    };
    // Before the focus moves by a click, what was typed has to be where it belongs.
    const onPointer = () => this.end();
    target.addEventListener('keydown', onDown, { capture: true });
    target.addEventListener('keyup', onUp, { capture: true });
    target.addEventListener('pointerdown', onPointer, { capture: true });
    return () => {
      target.removeEventListener('keydown', onDown, { capture: true });
      target.removeEventListener('keyup', onUp, { capture: true });
      target.removeEventListener('pointerdown', onPointer, { capture: true });
      clearTimeout(this.timer);
      this.burst = undefined;
    };
  }

  /** Sends a key that the detector leaves alone. Returns false when somebody handled it. */
  send(target: EventTarget, options: KeyboardEventInit): boolean {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...options });
    this.replayed.add(event);
    return target.dispatchEvent(event);
  }

  private handle(event: KeyboardEvent): void {
    if (this.replayed.has(event) || event.isComposing || MODIFIERS.has(event.key)) return;
    if (this.burst && event.timeStamp - this.burst.lastAt > GAP_MS) this.end();
    const character = event.repeat ? undefined : characterOf(event);
    if (isPassword(event.target)) this.endTyping();
    else if (character !== undefined) this.take(character, event);
    else if (event.key === 'Enter' || event.key === 'Tab') this.takeSuffix(event);
    else this.endTyping();
  }

  private take(character: string, event: KeyboardEvent): void {
    const field = textFieldOf(event.target);
    // A space alone presses the focused button.
    if (!this.burst && !field && character === ' ') return;
    const { timeStamp, target } = event;
    this.burst ??= this.resume(timeStamp) ?? {
      characters: '',
      startedAt: timeStamp,
      lastAt: timeStamp,
      fields: new Map(),
      held: [],
      target,
      isAwaited: false,
    };
    const { burst } = this;
    burst.characters += character;
    burst.lastAt = timeStamp;
    burst.isAwaited = false;
    burst.target = target;
    // A key after held ones is held as well: the order is kept.
    if (!field || burst.held.length > 0 || character === GROUP_SEPARATOR) {
      burst.held.push(event);
      this.keep(event);
    } else if (!burst.fields.has(field)) {
      burst.fields.set(field, { value: field.value, caret: field.selectionStart ?? field.value.length });
    }
    this.waitForQuiet();
  }

  private takeSuffix(event: KeyboardEvent): void {
    const burst = this.burst ?? this.resume(event.timeStamp);
    if (burst && this.isWhole(burst, event.timeStamp) && !hasModifier(event)) {
      this.keep(event);
      this.expectsSuffix = true;
      this.endScan(burst, event.timeStamp);
    } else if (!burst && event.timeStamp - this.scannedAt <= GAP_MS && !hasModifier(event)) {
      // Some scanners end with two keys, for example carriage return and line feed; or the only one arrived late.
      this.keep(event);
      this.expectsSuffix = true;
    } else {
      this.endTyping();
    }
  }

  /** Whether keys that are ended by a suffix were a scan. */
  private isWhole(burst: Burst, endedAt: number): boolean {
    if (isScan(burst, endedAt, burst.fields.size ? RULES.field : RULES.elsewhere)) return true;
    const [into, ...others] = burst.fields;
    if (!into || others.length > 0 || burst.held.length > 0 || !this.getsCodes(into[0])) return false;
    const isWholeValue = into[1].value === '';
    return isScan(burst, endedAt, RULES.short) || (isWholeValue && isScan(burst, endedAt, RULES.single));
  }

  private keep(event: KeyboardEvent): void {
    this.pressed.add(event.key);
    keepFromOthers(event);
  }

  private waitForQuiet(delay = QUIET_MS): void {
    clearTimeout(this.timer);
    const due = performance.now() + delay;
    this.timer = setTimeout(() => {
      const isLate = performance.now() - due > LATE_MS;
      // A scan without a suffix is waited for twice: the rest of it may be on its way.
      const isFirst =
        this.burst !== undefined && !this.burst.isAwaited && isScan(this.burst, this.burst.lastAt, RULES.bare);
      if (this.burst && isFirst) this.burst.isAwaited = true;
      if (isFirst && this.expectsSuffix) this.waitForQuiet(SUFFIX_MS);
      else if (isLate || isFirst) this.waitForQuiet();
      else this.end();
    }, delay);
  }

  /** The keys before this one, when they were pressed just before it but it arrived late. */
  private resume(timeStamp: number): Burst | undefined {
    const { interrupted } = this;
    this.interrupted = undefined;
    return interrupted && timeStamp - interrupted.lastAt <= GAP_MS ? interrupted : undefined;
  }

  /** Nothing follows: a scan without a suffix, or typing. */
  private end(): void {
    const { burst } = this;
    if (!burst) return;
    if (isScan(burst, burst.lastAt, RULES.bare)) {
      this.expectsSuffix = false;
      this.endScan(burst, burst.lastAt);
    } else {
      this.endTyping();
      // What went into a field can still be taken back; held keys were passed on.
      if (burst.held.length === 0) this.interrupted = burst;
    }
  }

  private endScan({ characters, fields, target }: Burst, endedAt: number): void {
    this.clear();
    this.scannedAt = endedAt;
    for (const [field, { value, caret }] of fields) {
      if (field.value !== value) writeInto(field, value, caret);
      field.dispatchEvent(new Event(SCAN_REMOVED));
    }
    const text = cleanScan(characters);
    if (text) this.onScan({ text, target: target instanceof Element && target.isConnected ? target : null });
  }

  /** A person typed: the held keys go to what has the focus now. */
  private endTyping(): void {
    const { burst } = this;
    this.clear();
    for (const event of burst?.held ?? []) {
      const active = document.activeElement ?? document.body;
      const field = textFieldOf(active);
      const { key, code, shiftKey, ctrlKey } = event;
      const isLeft = this.send(active, { key, code, shiftKey, ctrlKey });
      if (isLeft && field && !ctrlKey) insertInto(field, key);
    }
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.burst = undefined;
  }
}

const isScan = ({ characters, startedAt }: Burst, endedAt: number, { length, gap }: { length: number; gap: number }) =>
  characters.length >= length && endedAt - startedAt <= gap * characters.length;

/** Password managers type as fast as scanners. */
const isPassword = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'password';

const hasModifier = ({ ctrlKey, altKey, metaKey }: KeyboardEvent) => ctrlKey || altKey || metaKey;

/** Without the control characters that some scanners send around a scan. */
function cleanScan(characters: string): string {
  const printable = [...characters].filter((character) => character >= ' ' || character === GROUP_SEPARATOR);
  return printable.join('').replace(SYMBOLOGY, '').trim();
}

function keepFromOthers(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
