import { api, type SearchHit } from '@longshore/contract';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconHistory, IconSearch, IconUser } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { type Translate, useText } from '../../lib/text/text.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { useGo } from '../../ui/route-link.tsx';
import { navigationFor } from '../navigation.ts';
import classes from './palette.module.css';
import { addRecent, type Recent, recentsOf } from './recents.ts';

const SEARCH_DEBOUNCE_MS = 120;
const RECORD_SEARCH_LENGTH_MIN = 2;

interface Choice extends Recent {
  icon: ReactNode;
}
interface Section {
  title: string;
  choices: Choice[];
}

const matches = (text: string, search: string) => text.toLowerCase().includes(search.toLowerCase());

/** The screens this user may open, as choices. */
function useScreens(search: string): Choice[] {
  const t = useText();
  const { can } = useSession();
  const entries = navigationFor(can).flatMap((group) =>
    group.entries.map((entry) => ({
      href: entry.href,
      title: t(entry.label),
      description: group.label ? t(group.label) : '',
      icon: <entry.icon size={17} stroke={1.7} />,
    })),
  );
  const profile = {
    href: '/profiles',
    title: t('shell.profile'),
    description: '',
    icon: <IconUser size={17} stroke={1.7} />,
  };
  return [...entries, profile].filter((choice) => matches(`${choice.title} ${choice.description}`, search));
}

const KINDS = ['customer', 'vendor', 'client', 'item', 'kit', 'license', 'serial', 'location'] as const;

function asChoice(hit: SearchHit, t: Translate): Choice {
  const kind = KINDS.find((known) => known === hit.kind);
  return {
    href: hit.path,
    title: hit.title,
    description: [kind ? t(`shell.kinds.${kind}`) : hit.kind, hit.description].filter(Boolean).join(' · '),
    icon: <IconFileText size={17} stroke={1.7} />,
  };
}

function useSections(search: string) {
  const t = useText();
  const { user } = useSession();
  const [debouncedSearch] = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS);
  const screens = useScreens(search.trim());
  const enabled = debouncedSearch.length >= RECORD_SEARCH_LENGTH_MIN;
  const found = useRead(api.records.search, { body: { search: debouncedSearch } }, { enabled, keepPrevious: true });
  const hits = search.trim() && enabled ? (found.data ?? []) : [];
  const recents = search.trim()
    ? []
    : recentsOf(user.id).map((recent) => ({ ...recent, icon: <IconHistory size={17} stroke={1.7} /> }));
  const sections: Section[] = [
    { title: t('shell.recent'), choices: recents },
    { title: t('shell.records'), choices: hits.map((hit) => asChoice(hit, t)) },
    { title: t('shell.screens'), choices: screens },
  ].filter((section) => section.choices.length > 0);
  const isSearching =
    search.trim().length >= RECORD_SEARCH_LENGTH_MIN && (found.isFetching || debouncedSearch !== search.trim());
  return { sections, isSearching, failed: enabled && found.isError };
}

/** The state of the open palette: sections, the active choice, and keyboard handling. */
function usePalette(search: string, onClose: () => void) {
  const go = useGo();
  const { user } = useSession();
  const [active, setActive] = useState(0);
  const [isEnterPending, setEnterPending] = useState(false);
  const { sections, isSearching, failed } = useSections(search);
  const choices = sections.flatMap((section) => section.choices);
  const activeIndex = Math.min(active, choices.length - 1);
  const current = choices[activeIndex];

  function open(choice: Choice | undefined) {
    if (!choice) return;
    addRecent(user.id, { href: choice.href, title: choice.title, description: choice.description });
    onClose();
    go(choice.href);
  }
  // A scanner sends Enter before the search has returned; the first result is then opened when it arrives.
  useEffect(() => {
    if (!isEnterPending || isSearching) return;
    setEnterPending(false);
    open(choices[0]);
  });
  useEffect(() => {
    if (current) document.getElementById(`palette-${current.href}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && choices.length) {
      event.preventDefault();
      setActive((activeIndex + step + choices.length) % choices.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isSearching && active === 0) setEnterPending(true);
      else open(current);
    }
  }
  const setActiveChoice = (choice: Choice | undefined) => setActive(choice ? choices.indexOf(choice) : 0);
  return { sections, isSearching, failed, current, open, setActiveChoice, handleKey };
}

/**
 * Command palette: jumps to any screen or record. A scan is text that ends in Enter and opens the first record found.
 */
export default function Palette({ onClose, takeKeys }: { onClose: () => void; takeKeys: () => string }) {
  const t = useText();
  const [search, setSearch] = useState('');
  useReturnFocus();
  const palette = usePalette(search, onClose);
  const { sections, current } = palette;
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={560}
      padding={0}
      classNames={{ body: classes.body ?? '' }}
      attributes={{ content: { 'aria-label': t('shell.palette') } }}
    >
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.7} aria-hidden="true" />
        <input
          className={classes.input}
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-choices"
          aria-activedescendant={current ? `palette-${current.href}` : undefined}
          aria-label={t('shell.palette')}
          placeholder={t('shell.searchOrScan')}
          value={search}
          onFocus={() => setSearch((text) => text || takeKeys())}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
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
                key={choice.href}
                choice={choice}
                selected={choice === current}
                onHover={() => palette.setActiveChoice(choice)}
                onOpen={() => palette.open(choice)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={classes.foot} aria-live="polite">
        {palette.isSearching ? (
          t('shell.searching')
        ) : palette.failed ? (
          t('shell.searchFailed')
        ) : current ? (
          <KeyHints />
        ) : (
          t('shell.nothingFound', { search: search.trim() })
        )}
      </p>
    </Modal>
  );
}

function KeyHints() {
  const t = useText();
  return (
    <span className={classes.hints} aria-hidden="true">
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('shell.keysMove')} <Kbd>↵</Kbd> {t('shell.keysOpen')} <Kbd>Esc</Kbd>{' '}
      {t('shell.keysLeave')}
    </span>
  );
}

function PaletteOption({
  choice,
  selected,
  onHover,
  onOpen,
}: {
  choice: Choice;
  selected: boolean;
  onHover: () => void;
  onOpen: () => void;
}) {
  return (
    <div
      id={`palette-${choice.href}`}
      className={classes.choice}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onMouseMove={onHover}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
    >
      {choice.icon}
      <span className={classes.title}>{choice.title}</span>
      <span className={classes.description}>{choice.description}</span>
    </div>
  );
}
