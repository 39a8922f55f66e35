import { Select as MantineSelect, type SelectProps as MantineSelectProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentType, type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { SCAN_REMOVED } from './scan/text-fields.ts';

type Controlled = 'searchable' | 'allowDeselect' | 'selectFirstOptionOnChange' | 'openOnFocus' | 'onKeyDownCapture';

export interface SelectProps extends Omit<MantineSelectProps, Controlled> {
  /** The options are searched on the server and not up to date yet: Enter waits for them. */
  isSearching?: boolean;
  /** Enter was pressed on this text, before an option that matches it is chosen. */
  onTyped?: (text: string) => void;
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

/** The key that types a character, as opposed to a shortcut or a key that moves. */
const isCharacter = (event: KeyboardEvent) => {
  const { key } = event;
  return (key.length === 1 && key !== ' ' && !hasModifier(event)) || key === 'Backspace' || key === 'Delete';
};

/** On a touch screen the keyboard would cover a list that is short enough to choose from without typing. */
const SHORT_LIST = 8;

const isEnabled = (option: Element) => !option.hasAttribute('data-combobox-disabled');

/** The keys of a select whose options are marked with the id. */
function useSelectKeys(listId: string, isSearching: boolean, onTyped: SelectProps['onTyped']) {
  const input = useRef<HTMLInputElement>(null);
  /** The text was edited since the list was opened: the first match is then the one to choose. */
  const isEdited = useRef(false);
  const isEnterPending = useRef(false);

  const chooseHighlighted = () => {
    const list = document.querySelector(`[data-options-of="${listId}"]`);
    const options = [...(list?.querySelectorAll<HTMLElement>('[data-combobox-option]') ?? [])].filter(isEnabled);
    const highlighted = options.find((option) => option.hasAttribute('data-combobox-selected'));
    const current = options.find((option) => option.hasAttribute('data-combobox-active'));
    (highlighted ?? (isEdited.current ? options[0] : current))?.click();
  };
  useEffect(() => {
    if (isSearching || !isEnterPending.current) return;
    isEnterPending.current = false;
    if (document.activeElement === input.current) chooseHighlighted();
  });

  const pressEnter = (event: KeyboardEvent<HTMLInputElement>, isOpen: boolean) => {
    event.preventDefault();
    // Neither the form, which would move on, nor Mantine, which would choose once more.
    event.stopPropagation();
    if (!isOpen) return event.currentTarget.click();
    const text = event.currentTarget.value.trim();
    if (isEdited.current && text) onTyped?.(text);
    if (isSearching) isEnterPending.current = true;
    else chooseHighlighted();
  };
  /** Tab chooses only what was searched for and found. */
  const choosesOnLeaving = ({ value }: HTMLInputElement) => isEdited.current && value.trim() !== '' && !isSearching;
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (event.nativeEvent.isComposing || field.readOnly) return;
    const isOpen = field.dataset.expanded !== undefined;
    const isPlain = !hasModifier(event);
    if (event.key === 'Enter' && isPlain) pressEnter(event, isOpen);
    else if (event.key === 'Tab' && isOpen && choosesOnLeaving(field)) chooseHighlighted();
    else if (event.key === ' ' && isPlain && !isOpen) {
      event.preventDefault();
      field.click();
    } else if (isCharacter(event) && !isEdited.current) {
      // What is typed replaces the value that is shown.
      field.select();
      isEdited.current = true;
    }
  };
  /** A scan and a paste change the text without keys. */
  const markEdited = () => {
    isEdited.current = true;
  };
  const reset = () => {
    isEdited.current = false;
    isEnterPending.current = false;
  };
  // The letters of a scan have opened the list, and Tab would choose what they found.
  useEffect(() => {
    const field = input.current;
    const close = () => {
      field?.blur();
      field?.focus({ preventScroll: true });
    };
    field?.addEventListener(SCAN_REMOVED, close);
    return () => field?.removeEventListener(SCAN_REMOVED, close);
  }, []);
  return { input, handleKey, markEdited, reset };
}

type AnyProps = Readonly<Record<string, unknown>>;

/** Options are put together anew for each drawing: they are compared by what they say. */
const isSame = (name: string, one: unknown, other: unknown) =>
  Object.is(one, other) || (name === 'data' && JSON.stringify(one) === JSON.stringify(other));

function areSame(before: AnyProps, after: AnyProps): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].every((name) => isSame(name, before[name], after[name]));
}

/**
 * Closed lists stay in the document. A key in another field of the form draws the form again, but not the options of
 * its selects: a company has more than 800 of them (time zones, countries, currencies).
 */
const DrawnSelect = memo(MantineSelect as ComponentType<MantineSelectProps>, areSame as never);

type Handler = (...given: unknown[]) => unknown;

/** The handlers among the props as functions that stay the same and call those of the newest drawing. */
function useSteadyHandlers<Props extends object>(props: Props): Props {
  const newest = useRef<AnyProps>({});
  newest.current = props as AnyProps;
  const [steady] = useState(() => new Map<string, Handler>());
  const steadyOf = (name: string): Handler => {
    const known = steady.get(name) ?? ((...given) => (newest.current[name] as Handler | undefined)?.(...given));
    steady.set(name, known);
    return known;
  };
  const entries = Object.entries(props).map(([name, value]) => [
    name,
    /^on[A-Z]/.test(name) && typeof value === 'function' ? steadyOf(name) : value,
  ]);
  return Object.fromEntries(entries) as Props;
}

/**
 * The one select of the application; it behaves as people know it from their desktop. Letters search and replace the
 * shown text, Enter opens the list or chooses, Tab chooses what was typed and moves on, Escape closes only the list.
 */
export function Select({ isSearching = false, onTyped, ...props }: SelectProps) {
  const listId = useId();
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const needsTyping = props.filter !== undefined || (props.data?.length ?? 0) > SHORT_LIST;
  const { input, handleKey, markEdited, reset } = useSelectKeys(listId, isSearching, onTyped);
  const attributes = useMemo(() => ({ options: { 'data-options-of': listId } }), [listId]);
  const drawn = useSteadyHandlers<MantineSelectProps>({
    ...props,
    onKeyDownCapture: handleKey,
    onInput: markEdited,
    onDropdownClose: () => {
      reset();
      props.onDropdownClose?.();
    },
    onBlur: (event) => {
      reset();
      props.onBlur?.(event);
    },
  });
  return (
    <DrawnSelect
      nothingFoundMessage="–"
      autoComplete="off"
      {...(isTouch && !needsTyping ? { inputMode: 'none' } : {})}
      {...drawn}
      ref={input}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      openOnFocus={false}
      attributes={attributes}
    />
  );
}
