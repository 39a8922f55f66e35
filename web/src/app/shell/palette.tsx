import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { useGo } from '../../ui/route-link.tsx';
import { TAKES_SCANS } from '../../ui/scan/text-fields.ts';
import { ScanScope } from '../../ui/scan/use-scan.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import classes from './palette.module.css';
import { Chips, useChips } from './palette-chips.tsx';
import { useSections } from './palette-choices.tsx';
import { type Confirmation, PaletteConfirm } from './palette-confirm.tsx';
import type { Choice, ChoiceChip } from './palette-types.ts';
import { addRecent } from './recents.ts';
import { pressWhenShown } from './use-shortcuts.ts';

interface PaletteState {
  search: string;
  onClose: () => void;
  onFill: (text: string) => void;
  onConfirm: (confirmation: Confirmation) => void;
}

/** What taking a choice does. */
function useTake({ onClose, onFill, onConfirm }: PaletteState) {
  const go = useGo();
  const { user } = useSession();
  return ({ title, description, effect }: Choice) => {
    if (!effect) return;
    if ('fill' in effect) return onFill(effect.fill);
    if ('confirm' in effect) return onConfirm(effect.confirm);
    onClose();
    if ('run' in effect) return effect.run();
    if (effect.press) pressWhenShown(effect.press);
    else addRecent(user.id, { href: effect.href, title, description });
    go(effect.href);
  };
}

/** The state of the open palette: sections, the active choice, and keyboard handling. */
function usePalette(state: PaletteState) {
  // The active choice is known by its key: choices that arrive later change the positions.
  const [activeKey, setActiveKey] = useState<string>();
  const [isEnterPending, setEnterPending] = useState(false);
  const { sections, isSearching, isEmpty, failed } = useSections(state.search);
  const take = useTake(state);
  const choices = sections.flatMap((section) => section.choices);
  const activeIndex = choices.findIndex(({ key }) => key === activeKey);
  // Examples are shown when nothing was found; Enter alone must not put one into the field.
  const current = choices[activeIndex] ?? (isEmpty ? undefined : choices[0]);
  const chips = useChips(current);

  // A scanner sends Enter before the search has returned; the first result is then opened when it arrives.
  useEffect(() => {
    if (!isEnterPending || isSearching) return;
    setEnterPending(false);
    if (choices[0] && !isEmpty) take(choices[0]);
  });
  const currentKey = current?.key;
  useEffect(() => {
    if (currentKey) document.getElementById(`palette-${currentKey}`)?.scrollIntoView({ block: 'nearest' });
  }, [currentKey]);

  function move(step: number) {
    chips.leave();
    const from = current ? choices.indexOf(current) : Math.min(-step, 0);
    setActiveKey(choices[(from + step + choices.length) % choices.length]?.key);
  }
  function enter() {
    if (isSearching && activeIndex < 0) setEnterPending(true);
    else if (current) take(current);
  }
  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (chips.handleKey(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && choices.length) move(step);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter();
    else return;
    event.preventDefault();
  }
  const setActiveChoice = (choice: Choice | undefined) => {
    setActiveKey(choice?.key);
    if (choice?.key !== current?.key || !choice) chips.leave();
  };
  return { sections, isSearching, isEmpty, failed, current, chip: chips.chip, take, setActiveChoice, handleKey };
}

/**
 * Command palette: opens any screen or record, and does things (create, adjust, put away, switch the client, sign out).
 * A scan is text that ends in Enter and opens the first record found.
 */
export default function Palette({ onClose, takeKeys }: { onClose: () => void; takeKeys: () => string }) {
  const t = useText();
  const [search, setSearch] = useState('');
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const leave = confirmation ? () => setConfirmation(undefined) : onClose;
  useReturnFocus();
  useEscape(leave);
  return (
    <Modal
      opened
      onClose={leave}
      closeOnEscape={false}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={640}
      padding={0}
      classNames={{ body: classes.body ?? '' }}
      attributes={{ content: { 'aria-label': t('shell.palette') } }}
    >
      {/* A scan is not for the screen behind it. */}
      <ScanScope>
        {confirmation ? (
          <PaletteConfirm confirmation={confirmation} onBack={() => setConfirmation(undefined)} onDone={onClose} />
        ) : (
          <PaletteSearch
            state={{ search, onClose, onFill: setSearch, onConfirm: setConfirmation }}
            onSearch={setSearch}
            takeKeys={takeKeys}
          />
        )}
      </ScanScope>
    </Modal>
  );
}

interface SearchProps {
  state: PaletteState;
  onSearch: (change: string | ((text: string) => string)) => void;
  takeKeys: () => string;
}

function PaletteSearch({ state, onSearch, takeKeys }: SearchProps) {
  const t = useText();
  const palette = usePalette(state);
  const field = useRef<HTMLInputElement>(null);
  // After a cancelled confirmation the dialog does not set the focus again.
  useEffect(() => field.current?.focus(), []);
  const { sections, current } = palette;
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.7} aria-hidden="true" />
        <input
          className={classes.input}
          ref={field}
          data-autofocus
          {...TAKES_SCANS}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-choices"
          aria-activedescendant={current ? `palette-${current.key}` : undefined}
          aria-label={t('shell.palette')}
          placeholder={t('shell.searchOrScan')}
          value={state.search}
          onFocus={() => onSearch((text) => text || takeKeys())}
          onChange={(event) => {
            onSearch(event.currentTarget.value);
            palette.setActiveChoice(undefined);
          }}
          onKeyDown={palette.handleKey}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className={classes.choices} id="palette-choices" role="listbox" aria-label={t('shell.palette')}>
        {sections.map((section) => (
          <div key={section.title}>
            <p className={classes.heading} role="presentation">
              {section.title}
            </p>
            {section.choices.map((choice) => (
              <PaletteOption
                key={choice.key}
                choice={choice}
                selected={choice.key === current?.key}
                chip={choice.key === current?.key ? palette.chip : undefined}
                onHover={() => palette.setActiveChoice(choice)}
                onOpen={() => palette.take(choice)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={classes.foot} aria-live="polite">
        <Foot {...palette} search={state.search.trim()} />
      </p>
    </>
  );
}

interface FootProps {
  isSearching: boolean;
  isEmpty: boolean;
  failed: boolean;
  search: string;
  current: Choice | undefined;
  chip: ChoiceChip | undefined;
}

function Foot({ isSearching, isEmpty, failed, search, current, chip }: FootProps) {
  const t = useText();
  if (isSearching) return t('shell.searching');
  if (failed) return t('shell.searchFailed');
  if (isEmpty && search) return t('shell.nothingFound', { search });
  if (chip) {
    const name = `${chip.name} ${chip.value}`;
    return chip.remove ? t('shell.chipKeys', { chip: name }) : name;
  }
  return <KeyHints hasChips={Boolean(current?.chips?.length)} />;
}

function KeyHints({ hasChips }: { hasChips: boolean }) {
  const t = useText();
  return (
    <span className={classes.hints} aria-hidden="true">
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('shell.keysMove')} <Kbd>↵</Kbd> {t('shell.keysOpen')}{' '}
      {hasChips && (
        <>
          <Kbd>→</Kbd> {t('shell.chipsKey')}{' '}
        </>
      )}
      <Kbd>Esc</Kbd> {t('shell.keysLeave')}
    </span>
  );
}

interface OptionProps {
  choice: Choice;
  selected: boolean;
  /** The one of its chips that keys are for. */
  chip: ChoiceChip | undefined;
  onHover: () => void;
  onOpen: () => void;
}

function PaletteOption({ choice, selected, chip, onHover, onOpen }: OptionProps) {
  const t = useText();
  const format = useFormat();
  return (
    <div
      id={`palette-${choice.key}`}
      className={classes.choice}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-disabled={choice.effect === undefined}
      onMouseMove={onHover}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
    >
      {choice.icon}
      <span className={classes.title}>{choice.title}</span>
      {choice.chips && <Chips chips={choice.chips} selected={chip} />}
      <span className={classes.description}>{choice.description}</span>
      {choice.quantity !== undefined && (
        <span className={classes.quantity}>{t('shell.onHand', { count: format.number(choice.quantity) })}</span>
      )}
    </div>
  );
}
