import { api, type ClientOption } from '@longshore/contract';
import { Combobox, Tooltip, useCombobox, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { prefetch, useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Monogram } from '../../ui/monogram.tsx';
import { requestSwitch, SwitchQuestion } from '../../ui/switch-client.tsx';
import classes from './header.module.css';

const SEARCH_DEBOUNCE_MS = 150;
const allClients = { body: { search: '' } };

function Option({ client, chosen }: { client: ClientOption; chosen: boolean }) {
  return (
    <Combobox.Option value={String(client.id)} active={chosen}>
      <span className={classes.optionClient}>
        <Monogram id={client.id} name={client.company} />
        <span className={classes.optionText}>
          {client.company}
          {client.account && <small>{client.account}</small>}
        </span>
        {chosen && <IconCheck className={classes.optionCheck} size={16} stroke={1.7} aria-hidden="true" />}
      </span>
    </Combobox.Option>
  );
}

/** Enter chooses the highlighted client, or else the first one found; while the search is running it waits for it. */
function useEnter(choices: readonly ClientOption[], isSearching: boolean, choose: (client: ClientOption) => void) {
  const isPending = useRef(false);
  useEffect(() => {
    if (!isPending.current || isSearching) return;
    isPending.current = false;
    if (choices[0]) choose(choices[0]);
  });
  return {
    cancel: () => {
      isPending.current = false;
    },
    press: (event: KeyboardEvent, highlighted: number) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      event.preventDefault();
      // The combobox would choose what was highlighted before the search.
      event.stopPropagation();
      const choice = choices[highlighted];
      if (isSearching) isPending.current = true;
      else if (choice) choose(choice);
    },
  };
}

function Options({ clients, currentId }: { clients: ClientOption[] | undefined; currentId: number | undefined }) {
  const t = useText();
  if (clients?.length === 0) return <Combobox.Empty>{t('shell.noClients')}</Combobox.Empty>;
  return clients?.map((client) => <Option key={client.id} client={client} chosen={client.id === currentId} />);
}

function ClientChoice({ onChoose }: { onChoose: (client: ClientOption) => void }) {
  const t = useText();
  const { user } = useSession();
  const [search, setSearch] = useState('');
  const [debouncedSearch] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: (source) => {
      if (source === 'keyboard') combobox.focusTarget();
      combobox.resetSelectedOption();
      enter.cancel();
      setSearch('');
    },
  });
  const found = useRead(
    api.clients.selector,
    { body: { search: debouncedSearch } },
    { enabled: combobox.dropdownOpened, keepPrevious: true },
  );
  const isSearching = found.isFetching || debouncedSearch !== search;
  const current = user.working_client;
  const choose = (id: number) => {
    const chosen = found.data?.find((client) => client.id === id);
    combobox.closeDropdown();
    if (chosen && id !== current?.id) onChoose(chosen);
  };
  const enter = useEnter(found.data ?? [], isSearching, ({ id }) => choose(id));
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (search && !isSearching) selectFirstOption();
  }, [search, isSearching, selectFirstOption]);
  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-start"
      onOptionSubmit={(value) => choose(Number(value))}
      shadow="md"
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.client}
          data-switches-client
          onClick={() => combobox.toggleDropdown()}
          onMouseEnter={() => prefetch(api.clients.selector, allClients)}
        >
          <VisuallyHidden>{t('shell.workingClient')}: </VisuallyHidden>
          {current && <Monogram id={current.id} name={current.company} />}
          <span className={classes.clientName}>{current?.company ?? t('shell.chooseClient')}</span>
          <IconSelector size={16} stroke={1.7} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.resetSelectedOption();
          }}
          onKeyDownCapture={(event) => enter.press(event, combobox.getSelectedOptionIndex())}
          placeholder={t('shell.searchClients')}
          classNames={{ input: classes.clientSearch ?? '' }}
          aria-label={t('shell.searchClients')}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} tabIndex={0} aria-label={t('shell.workingClient')}>
          <Options clients={found.data} currentId={current?.id} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The working client. Main users can switch it, client users only see it. */
export function ClientSelector() {
  const t = useText();
  const { user, can } = useSession();
  if (can(api.session.switchClient.access))
    return (
      <>
        <SwitchQuestion />
        <ClientChoice onChoose={requestSwitch} />
      </>
    );
  const client = user.client ?? user.working_client;
  if (!client) return null;
  return (
    <Tooltip label={t('shell.clientLocked')}>
      <button type="button" className={classes.client} aria-disabled="true">
        <VisuallyHidden>{t('shell.workingClient')}: </VisuallyHidden>
        <Monogram id={client.id} name={client.company} />
        <span className={classes.clientName}>{client.company}</span>
      </button>
    </Tooltip>
  );
}
