export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Inputs that characters are not typed into. */
const OTHER_TYPES = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Marks a field that a scan may be the whole value of: `<TextInput {...TAKES_SCANS} />`. */
export const TAKES_SCANS = { 'data-takes-scans': true } as const;

/** Marks the field of a scanner, which reads every code itself; see `ScanField`. */
export const SCAN_FIELD = { 'data-scan-field': true } as const;

/**
 * Marks a field that Esc empties before it closes or leaves what is around it: `<TextInput {...CLEARED_BY_ESCAPE} />`.
 */
export const CLEARED_BY_ESCAPE = { 'data-cleared-by-escape': true } as const;

/** Sent to a field after a scan was taken out of it: what its letters have opened or highlighted does not count. */
export const SCAN_REMOVED = 'scan-removed';

/** The field that a key is typed into; undefined for buttons, the page, and fields that cannot be changed. */
export function textFieldOf(target: EventTarget | null): TextField | undefined {
  const isField =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !OTHER_TYPES.has(target.type));
  return isField && !target.readOnly && !target.disabled ? target : undefined;
}

export const takesScans = (field: TextField): boolean => field.dataset.takesScans !== undefined;
export const isScanField = (field: TextField): boolean => field.dataset.scanField !== undefined;

/** Password managers type as fast as scanners. */
export const isPassword = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'password';

/** Sets a field's value as if it had been typed: React notices only the browser's own setter. */
export function writeInto(field: TextField, value: string, caret = value.length): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // E-mail and number fields have no selection.
  if (field.selectionStart !== null) field.setSelectionRange(caret, caret);
}

/** Inserts text at the caret, replacing what is selected. */
export function insertInto(field: TextField, text: string): void {
  const { value } = field;
  const start = field.selectionStart ?? value.length;
  writeInto(field, value.slice(0, start) + text + value.slice(field.selectionEnd ?? start), start + text.length);
}

/** A field as it was before some keys. */
export interface Snapshot {
  value: string;
  caret: number;
}

export const snapshotOf = (field: TextField): Snapshot => ({
  value: field.value,
  caret: field.selectionStart ?? field.value.length,
});

/** Restores what a field had before a scan was typed into it. */
export function restoreField(field: TextField, before: Snapshot): void {
  if (field.value !== before.value) writeInto(field, before.value, before.caret);
  field.dispatchEvent(new Event(SCAN_REMOVED));
}

/** Empties a marked field that has text. No other handler gets the key then. */
export function clearByEscape(event: KeyboardEvent): void {
  const field = textFieldOf(event.target);
  if (event.key !== 'Escape' || event.isComposing || !field?.value) return;
  if (field.dataset.clearedByEscape === undefined) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  writeInto(field, '');
}
