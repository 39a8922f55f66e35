import { api, type SearchHit } from '@longshore/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconHistory, IconSearch, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { type Translate, useText } from '../../lib/text/text.ts';
import { navigationFor } from '../navigation.ts';
import { IconReports } from '../navigation-icons.ts';
import { kindLabel } from './kinds.ts';
import { useActions, useCommand } from './palette-actions.tsx';
import { usePhrases } from './palette-phrases.tsx';
import type { Choice, Section } from './palette-types.ts';
import { recentsOf } from './recents.ts';

const SEARCH_DEBOUNCE_MS = 120;
const RECORD_SEARCH_LENGTH_MIN = 2;

const matches = (text: string, search: string) => text.toLowerCase().includes(search.toLowerCase());

/** The screens this user may open. */
function useScreens(search: string): Choice[] {
  const t = useText();
  const { can } = useSession();
  const choice = (href: string, title: string, description: string, icon: ReactNode): Choice => ({
    key: href,
    title,
    description,
    icon,
    effect: { href },
  });
  const entries = navigationFor(can).flatMap((group) =>
    group.entries.map((entry) =>
      choice(
        entry.href,
        t(entry.label),
        group.label ? t(group.label) : '',
        <entry.icon key={entry.href} size={17} stroke={1.7} />,
      ),
    ),
  );
  const profile = choice('/profiles', t('shell.profile'), '', <IconUser size={17} stroke={1.7} />);
  return [...entries, profile].filter(({ title, description }) => matches(`${title} ${description}`, search));
}

function asChoice(hit: SearchHit, t: Translate): Choice {
  return {
    key: `${hit.kind} ${hit.id}`,
    title: hit.title,
    description: [kindLabel(hit.kind, t), hit.description].filter(Boolean).join(' · '),
    quantity: hit.quantity,
    icon: hit.kind === 'report' ? <IconReports size={17} stroke={1.7} /> : <IconFileText size={17} stroke={1.7} />,
    effect: { href: hit.path },
  };
}

/** Records that match the text; none while it is a command. */
function useRecords(typed: string) {
  const t = useText();
  const command = useCommand(typed);
  const search = command && command.kind !== 'adjust item' ? '' : typed;
  const [debouncedSearch] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const enabled = debouncedSearch.length >= RECORD_SEARCH_LENGTH_MIN;
  const found = useRead(api.records.search, { body: { search: debouncedSearch } }, { enabled, keepPrevious: true });
  return {
    choices: search && enabled ? (found.data ?? []).map((hit) => asChoice(hit, t)) : [],
    /** A record was named by one of its codes as a whole: it is what was meant. */
    hasExact: Boolean(search && enabled && found.data?.[0]?.is_exact),
    isSearching: search.length >= RECORD_SEARCH_LENGTH_MIN && (found.isFetching || debouncedSearch !== search),
    failed: enabled && found.isError,
  };
}

/** What one can type, offered when nothing was found; nothing of it is chosen by Enter alone. */
function useExamples(): Choice[] {
  const t = useText();
  const { can } = useSession();
  const examples = [
    ...(can(api.shipments.list.access) ? [t('shell.tryLate')] : []),
    t('shell.tryUnshipped'),
    t('shell.tryExpiring'),
    t('shell.tryReport'),
  ];
  return examples.map((text) => ({
    key: `example-${text.replaceAll(' ', '-')}`,
    title: text,
    description: '',
    icon: <IconSearch size={17} stroke={1.7} />,
    effect: { fill: text },
  }));
}

/**
 * Everything the palette offers for a text. A record that was named by its code comes first, then the lists that the
 * text means, then the other records; what can be done comes first for a command, and after the screens for a search.
 * What was only guessed is last.
 */
export function useSections(text: string) {
  const t = useText();
  const { user } = useSession();
  const search = text.trim();
  const isCommand = useCommand(search) !== undefined;
  const records = useRecords(search);
  const phrases = usePhrases(isCommand ? '' : search);
  const actions = useActions(search);
  const screens = useScreens(search);
  const examples = useExamples();
  const recents = (search ? [] : recentsOf(user.id)).map(({ href, title, description }) => ({
    key: `recent ${href}`,
    title,
    description,
    effect: { href },
    icon: <IconHistory size={17} stroke={1.7} />,
  }));
  const lists = { title: t('shell.lists'), choices: phrases.understood };
  const found = { title: t('shell.records'), choices: records.choices };
  const doing = { title: t('shell.actions'), choices: actions.choices };
  const sections: Section[] = [
    { title: t('shell.recent'), choices: recents },
    ...(isCommand ? [doing] : []),
    ...(records.hasExact ? [found, lists] : [lists, found]),
    { title: t('shell.screens'), choices: screens },
    ...(isCommand ? [] : [doing]),
    { title: t('shell.perhaps'), choices: phrases.guessed },
  ].filter((section) => section.choices.length > 0);
  const isSearching = records.isSearching || actions.isSearching || phrases.isSearching;
  const isEmpty = sections.length === 0 && !isSearching && !records.failed;
  return {
    sections: isEmpty && search ? [{ title: t('shell.tryThese'), choices: examples }] : sections,
    isEmpty,
    isSearching,
    failed: records.failed,
  };
}
