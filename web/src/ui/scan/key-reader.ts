import type { DeviceSettings } from '../../lib/device-settings.ts';
import { characterOf, cleanScan, hasModifier, Rhythm } from './scan-text.ts';
import {
  insertInto,
  isPassword,
  isScanField,
  restoreField,
  type Snapshot,
  snapshotOf,
  type TextField,
  takesScans,
  textFieldOf,
} from './text-fields.ts';

/** A scan without a suffix is complete when nothing has followed for this long, on devices that are set so. */
export const IDLE_MS = 300;
/** A timer that fires this late was blocked: keys that were pressed before it may still be queued. */
export const LATE_MS = 40;
/** On a button or the page, keys are kept from shortcuts for this long. */
const HOLD_MS = 90;
/** On a button or the page, keys with a longer pause between them are not one code. */
const PAUSE_MS = 1_500;
/** A question that is not answered by then is answered with no. */
const ASK_MS = 3_000;
/**
 * A text in a field is worth asking about when it ends with Enter, has at least so many characters, and took at most so
 * many milliseconds a key.
 */
const WORTH_ASKING = { length: 3, perKey: 40 };
/**
 * Characters on a button or the page are a scan when there are at least so many of them; more are needed when they came
 * slowly.
 */
const ELSEWHERE = { fast: 3, slow: 4 };
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);
/** Elements in which letters search or choose. */
const LETTERS_CHOOSE = '[role=menu], [role=listbox], [role=radiogroup], select';

/** One scan as a unit, and what had the focus. */
export interface Scan {
  text: string;
  target: Element | null;
}

export interface KeyReaderOptions {
  onScan: (scan: Scan) => void;
  device: () => DeviceSettings;
  /** The scan field of the open dialog or screen: it gets what is typed outside of fields. */
  scanField: () => TextField | undefined;
  /** Whether the open dialog or screen knows a code; undefined when it takes no scans. */
  knows: (field: TextField) => ((code: string) => Promise<boolean>) | undefined;
}

/** Characters typed into one field without any other key between them. */
interface Typed {
  field: TextField;
  text: string;
  /** The field before each character that may begin a prefix, by the place of the character. */
  marks: Map<number, Snapshot>;
  /** The last part that came without a pause. */
  burst: { text: string; before: Snapshot; rhythm: Rhythm };
}

/** Characters pressed on a button or the page. */
interface Pressed {
  target: EventTarget | null;
  text: string;
  rhythm: Rhythm;
  lastAt: number;
  /** Keys that nobody else has received yet. */
  held: KeyboardEvent[];
}

/** A fast text with Enter after it, of which it is being asked whether it is a code. */
interface Question {
  field: TextField;
  before: Snapshot;
  text: string;
  /** Keys that came meanwhile; they follow the answer in their order. */
  held: KeyboardEvent[];
}

/**
 * Reads the keys of the whole application and finds the scans among them. What is typed into a field stays there: a
 * field gets its previous value back only when the keys were certainly a scan, because they began with the prefix of
 * this device, or because they ended with Enter and the screen knows them as a code. Scan fields read their codes
 * themselves.
 */
export class KeyReader {
  private typed: Typed | undefined;
  private pressed: Pressed | undefined;
  private question: Question | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly replayed = new WeakSet<Event>();
  /** Keys that were kept from others; their keyup is kept too, because it presses buttons in some browsers. */
  private readonly kept = new Set<string>();

  constructor(private readonly options: KeyReaderOptions) {}

  /** Listens to all keys before everybody else. Returns a function that stops. */
  listen(target: Window): () => void {
    const onDown = (event: KeyboardEvent) => this.handle(event);
    const onUp = (event: KeyboardEvent) => {
      if (this.kept.delete(event.key)) keepFromOthers(event);
    };
    // Before the focus moves by a click, what was typed has to be where it belongs.
    const onPointer = () => {
      this.giveUpQuestion();
      this.endPressed();
      this.typed = undefined;
    };
    target.addEventListener('keydown', onDown, { capture: true });
    target.addEventListener('keyup', onUp, { capture: true });
    target.addEventListener('pointerdown', onPointer, { capture: true });
    return () => {
      target.removeEventListener('keydown', onDown, { capture: true });
      target.removeEventListener('keyup', onUp, { capture: true });
      target.removeEventListener('pointerdown', onPointer, { capture: true });
      clearTimeout(this.timer);
      this.typed = undefined;
      this.pressed = undefined;
      this.question = undefined;
    };
  }

  /** Presses Enter in a field as a person would; a form that does not handle it is submitted. */
  pressEnter(field: TextField): void {
    if (!this.send(field, { key: 'Enter', code: 'Enter' })) return;
    if (field instanceof HTMLTextAreaElement) insertInto(field, '\n');
    else field.form?.requestSubmit();
  }

  /** Sends a key that is not read again. Returns false when somebody handled it. */
  private send(target: EventTarget, options: KeyboardEventInit): boolean {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...options });
    this.replayed.add(event);
    return target.dispatchEvent(event);
  }

  private keep(event: KeyboardEvent): void {
    this.kept.add(event.key);
    keepFromOthers(event);
  }

  private handle(event: KeyboardEvent): void {
    if (this.replayed.has(event) || event.isComposing || MODIFIERS.has(event.key)) return;
    const character = event.repeat ? undefined : characterOf(event);
    if (this.question && this.waits(character, event)) return;
    const field = textFieldOf(event.target);
    if (isPassword(event.target)) this.forget();
    else if (field) this.handleInField(field, character, event);
    else this.handleElsewhere(character, event);
  }

  private forget(): void {
    this.endPressed();
    this.typed = undefined;
  }

  // --- In a field ---

  private handleInField(field: TextField, character: string | undefined, event: KeyboardEvent): void {
    this.endPressed();
    const isControl = character !== undefined && character < ' ';
    // The separator of GS1 data types nothing by itself.
    if (isControl && (isScanField(field) || takesScans(field))) {
      this.keep(event);
      insertInto(field, character);
    }
    if (isScanField(field)) this.typed = undefined;
    else if (character !== undefined) this.type(field, character, event.timeStamp);
    else this.endTyped(field, event);
  }

  private type(field: TextField, character: string, at: number): void {
    const before = snapshotOf(field);
    if (this.typed?.field !== field)
      this.typed = { field, text: '', marks: new Map(), burst: { text: '', before, rhythm: new Rhythm() } };
    const { typed } = this;
    const { prefix, noSuffix } = this.options.device();
    if (prefix.startsWith(character)) typed.marks.set(typed.text.length, before);
    if (!typed.burst.rhythm.continuesAt(at)) typed.burst = { text: '', before, rhythm: new Rhythm() };
    typed.burst.text += character;
    typed.burst.rhythm.add(at);
    typed.text += character;
    if (noSuffix && prefix) this.wait(IDLE_MS, () => this.takePrefixed());
  }

  /** A key that types nothing: Enter or Tab may end a scan, any other one says that a person types. */
  private endTyped(field: TextField, event: KeyboardEvent): void {
    const { typed } = this;
    const isEnter = event.key === 'Enter';
    if (!typed || typed.field !== field || hasModifier(event) || !(isEnter || event.key === 'Tab')) {
      this.typed = undefined;
      return;
    }
    if (this.options.device().prefix) {
      if (this.takePrefixed()) this.keep(event);
    } else if (isEnter && this.ask(typed, event.timeStamp)) this.keep(event);
    this.typed = undefined;
  }

  /** What was typed after the prefix is a scan, however long it took. */
  private takePrefixed(): boolean {
    const { typed } = this;
    const { prefix } = this.options.device();
    const at = typed && prefix ? typed.text.lastIndexOf(prefix) : -1;
    const before = typed?.marks.get(at);
    const text = typed && before ? cleanScan(typed.text.slice(at + prefix.length)) : '';
    if (!typed || !before || !text) return false;
    this.typed = undefined;
    restoreField(typed.field, before);
    this.options.onScan({ text, target: typed.field });
    return true;
  }

  // --- The question whether a fast text is a code ---

  /** Asks the screen about a fast text that ended with Enter. The text stays, and Enter waits for the answer. */
  private ask({ field, burst }: Typed, endedAt: number): boolean {
    const { length, perKey } = WORTH_ASKING;
    const text = cleanScan(burst.text);
    if (text.length < length || !burst.rhythm.isFaster(perKey, endedAt)) return false;
    // A field whose whole value may be a scan has it already.
    if (takesScans(field) && burst.before.value === '') return false;
    const knows = this.options.knows(field);
    if (!knows) return false;
    const question: Question = { field, before: burst.before, text, held: [] };
    this.question = question;
    const timer = setTimeout(() => this.answer(question, false), ASK_MS);
    knows(text)
      .catch(() => false)
      .then((isKnown) => {
        clearTimeout(timer);
        this.answer(question, isKnown);
      });
    return true;
  }

  /** Keys that type wait for the answer. Any other key says that a person types: it needs no answer. */
  private waits(character: string | undefined, event: KeyboardEvent): boolean {
    if (character !== undefined || (event.key === 'Enter' && !hasModifier(event) && !event.repeat)) {
      this.question?.held.push(event);
      this.keep(event);
      return true;
    }
    this.giveUpQuestion();
    return false;
  }

  private giveUpQuestion(): void {
    // Answering sends the keys that waited, among which may be the next question.
    while (this.question) this.answer(this.question, false);
  }

  private answer(question: Question, isKnown: boolean): void {
    if (this.question !== question) return;
    this.question = undefined;
    const { field, before, text, held } = question;
    const target = field.isConnected ? field : null;
    if (isKnown) {
      if (target) restoreField(field, before);
      this.options.onScan({ text, target });
    } else if (target && document.activeElement === field) this.pressEnter(field);
    this.replay(held);
  }

  /** Keys that waited, as if they were pressed now: to what has the focus, and read like all others. */
  private replay(events: KeyboardEvent[]): void {
    for (const [at, event] of events.entries()) {
      const character = characterOf(event);
      if (character !== undefined) this.replayCharacter(character, event);
      else if (this.replayEnter(event)) {
        // The rest waits for the answer to the next question.
        this.question?.held.push(...events.slice(at + 1));
        return;
      }
    }
  }

  private replayCharacter(character: string, { key, code, shiftKey, ctrlKey, timeStamp }: KeyboardEvent): void {
    const active = document.activeElement ?? document.body;
    const field = textFieldOf(active);
    if (field && !isScanField(field)) this.type(field, character, timeStamp);
    const isLeft = this.send(active, { key, code, shiftKey, ctrlKey });
    if (isLeft && field && (!ctrlKey || takesScans(field) || isScanField(field))) insertInto(field, character);
  }

  /** Returns true when Enter ended another fast text and waits for the answer to it. */
  private replayEnter({ key, code, timeStamp }: KeyboardEvent): boolean {
    const active = document.activeElement ?? document.body;
    const field = textFieldOf(active);
    const { typed } = this;
    this.typed = undefined;
    if (field && typed?.field === field && this.ask(typed, timeStamp)) return true;
    if (field) this.pressEnter(field);
    else this.send(active, { key, code });
    return false;
  }

  // --- On a button or the page ---

  private handleElsewhere(character: string | undefined, event: KeyboardEvent): void {
    this.typed = undefined;
    if (character !== undefined) this.press(character, event);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !hasModifier(event)) this.endPressedBy(event);
    else {
      this.endPressed();
      this.pressed = undefined;
    }
  }

  private press(character: string, event: KeyboardEvent): void {
    // A space alone presses the focused button.
    if (character === ' ' && !this.pressed) return;
    if (event.target instanceof Element && event.target.closest(LETTERS_CHOOSE)) return;
    const field = this.options.scanField();
    if (field) {
      // The key types into the field that has the focus when its handlers are done.
      event.stopImmediatePropagation();
      focusEnd(field);
      return;
    }
    const pressed = this.addPressed(character, event);
    const { prefix, noSuffix } = this.options.device();
    const isPrefixed = pressed.text.startsWith(prefix) || prefix.startsWith(pressed.text);
    if (prefix && !isPrefixed) {
      this.endPressed(true);
      return;
    }
    pressed.held.push(event);
    this.keep(event);
    if (noSuffix && (prefix || pressed.held.length >= ELSEWHERE.fast)) this.wait(IDLE_MS, () => this.takePressed());
    else if (!prefix) this.wait(HOLD_MS, () => this.endPressed());
  }

  /** Adds a character to what is pressed; another target or a pause begins anew. */
  private addPressed(character: string, { timeStamp: at, target }: KeyboardEvent): Pressed {
    if (this.pressed && (this.pressed.target !== target || at - this.pressed.lastAt > PAUSE_MS)) this.endPressed(true);
    this.pressed ??= { target, text: '', rhythm: new Rhythm(), lastAt: at, held: [] };
    const { pressed } = this;
    const { prefix } = this.options.device();
    if (pressed.text && !pressed.rhythm.continuesAt(at) && !prefix) this.endPressed();
    if (pressed.held.length === 0) pressed.rhythm = new Rhythm();
    pressed.text += character;
    pressed.rhythm.add(at);
    pressed.lastAt = at;
    return pressed;
  }

  private endPressedBy(event: KeyboardEvent): void {
    const { pressed } = this;
    const isSame = pressed?.target === event.target && event.timeStamp - (pressed?.lastAt ?? 0) <= PAUSE_MS;
    if (pressed && isSame && this.isPressedScan(pressed, event.timeStamp)) {
      this.keep(event);
      this.takePressed();
    } else this.endPressed(true);
  }

  /** An Enter after characters ends them, and presses no button: nothing else is typed on a button. */
  private isPressedScan({ text, rhythm, held }: Pressed, endedAt: number): boolean {
    const { prefix } = this.options.device();
    if (prefix) return text.startsWith(prefix) && text.length > prefix.length;
    return text.length >= ELSEWHERE.slow || (held.length >= ELSEWHERE.fast && rhythm.isFaster(Rhythm.GAP_MS, endedAt));
  }

  private takePressed(): void {
    const { pressed } = this;
    if (!pressed) return;
    clearTimeout(this.timer);
    this.pressed = undefined;
    const { prefix } = this.options.device();
    const text = cleanScan(pressed.text.slice(pressed.text.startsWith(prefix) ? prefix.length : 0));
    const { target } = pressed;
    if (text) this.options.onScan({ text, target: target instanceof Element && target.isConnected ? target : null });
  }

  /** A person pressed keys: the held ones go to what has the focus now. What they spell may still become a scan. */
  private endPressed(isOver = false): void {
    const { pressed } = this;
    if (!pressed) return;
    clearTimeout(this.timer);
    const held = pressed.held.splice(0);
    if (isOver) this.pressed = undefined;
    for (const { key, code, shiftKey, ctrlKey } of held) {
      const active = document.activeElement ?? document.body;
      const field = textFieldOf(active);
      const isLeft = this.send(active, { key, code, shiftKey, ctrlKey });
      if (isLeft && field && !ctrlKey) insertInto(field, key);
    }
  }

  private wait(delay: number, run: () => void): void {
    clearTimeout(this.timer);
    const due = performance.now() + delay;
    this.timer = setTimeout(() => (performance.now() - due > LATE_MS ? this.wait(delay, run) : run()), delay);
  }
}

/** Focuses a field with the caret behind what it holds. */
function focusEnd(field: TextField): void {
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function keepFromOthers(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
