import { api, type SearchHit } from '@longshore/contract';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconHistory, IconSearch, IconUser } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { type Translate, useText } from '../../lib/text/text.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useGo } from '../../ui/route-link.tsx';
import { navigationFor } from '../navigation.ts';
import classes from './palette.module.css';
import { keepRecent, type Recent, recentsOf } from './recents.ts';

const SEARCH_WAIT_MS = 120;
const RECORDS_FROM = 2;

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
  const [asked] = useDebouncedValue(search.trim(), SEARCH_WAIT_MS);
  const screens = useScreens(search.trim());
  const enabled = asked.length >= RECORDS_FROM;
  const found = useRead(api.records.search, { body: { search: asked } }, { enabled, keepPrevious: true });
  const hits = search.trim() && enabled ? (found.data ?? []) : [];
  const recents = search.trim()
    ? []
    : recentsOf(user.id).map((recent) => ({ ...recent, icon: <IconHistory size={17} stroke={1.7} /> }));
  const sections: Section[] = [
    { title: t('shell.recent'), choices: recents },
    { title: t('shell.records'), choices: hits.map((hit) => asChoice(hit, t)) },
    { title: t('shell.screens'), choices: screens },
  ].filter((section) => section.choices.length > 0);
  const isSearching = search.trim().length >= RECORDS_FROM && (found.isFetching || asked !== search.trim());
  return { sections, isSearching, failed: enabled && found.isError };
}

/** What the palette knows while it is open: the choices, which one is meant, and how keys move and open. */
function usePalette(search: string, onClose: () => void) {
  const go = useGo();
  const { user } = useSession();
  const [active, setActive] = useState(0);
  const [enterWaits, setEnterWaits] = useState(false);
  const { sections, isSearching, failed } = useSections(search);
  const choices = sections.flatMap((section) => section.choices);
  const at = Math.min(active, choices.length - 1);
  const current = choices[at];

  function open(choice: Choice | undefined) {
    if (!choice) return;
    keepRecent(user.id, { href: choice.href, title: choice.title, description: choice.description });
    onClose();
    go(choice.href);
  }
  // A scanner sends Enter before the search has answered: the answer then opens what it found.
  useEffect(() => {
    if (!enterWaits || isSearching) return;
    setEnterWaits(false);
    open(choices[0]);
  });
  useEffect(() => {
    if (current) document.getElementById(`palette-${current.href}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function steer(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && choices.length) {
      event.preventDefault();
      setActive((at + step + choices.length) % choices.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isSearching && active === 0) setEnterWaits(true);
      else open(current);
    }
  }
  const point = (choice: Choice | undefined) => setActive(choice ? choices.indexOf(choice) : 0);
  return { sections, isSearching, failed, current, open, point, steer };
}

/** Jumps to any screen or record. A scan is text that ends in Enter: it opens the first record found. */
export default function Palette({ onClose, takeTyped }: { onClose: () => void; takeTyped: () => string }) {
  const t = useText();
  const [search, setSearch] = useState('');
  useFocusBack();
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
          onFocus={() => setSearch((text) => text || takeTyped())}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            palette.point(undefined);
          }}
          onKeyDown={palette.steer}
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
                onPoint={() => palette.point(choice)}
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
  onPoint,
  onOpen,
}: {
  choice: Choice;
  selected: boolean;
  onPoint: () => void;
  onOpen: () => void;
}) {
  return (
    <div
      id={`palette-${choice.href}`}
      className={classes.choice}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onMouseMove={onPoint}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
    >
      {choice.icon}
      <span className={classes.title}>{choice.title}</span>
      <span className={classes.description}>{choice.description}</span>
    </div>
  );
}
