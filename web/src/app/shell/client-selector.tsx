import { api, type ClientOption } from '@longshore/contract';
import { Combobox, Tooltip, useCombobox, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { prefetch, useRead } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';
import { switchClient, useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Monogram } from '../../ui/monogram.tsx';
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

function ClientChoice() {
  const t = useText();
  const { user } = useSession();
  const [search, setSearch] = useState('');
  const [debouncedSearch] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
  });
  const found = useRead(
    api.clients.selector,
    { body: { search: debouncedSearch } },
    { enabled: combobox.dropdownOpened, keepPrevious: true },
  );
  const current = user.working_client;
  const choose = (id: number) => {
    combobox.closeDropdown();
    if (id !== current?.id) switchClient(id).catch(showFailure);
  };
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
            combobox.updateSelectedOptionIndex();
          }}
          placeholder={t('shell.searchClients')}
          classNames={{ input: classes.clientSearch ?? '' }}
          aria-label={t('shell.searchClients')}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={t('shell.workingClient')}>
          {found.data?.map((client) => (
            <Option key={client.id} client={client} chosen={client.id === current?.id} />
          ))}
          {found.data?.length === 0 && <Combobox.Empty>{t('shell.noClients')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The working client. Main users can switch it, client users only see it. */
export function ClientSelector() {
  const t = useText();
  const { user, can } = useSession();
  if (can(api.session.switchClient.access)) return <ClientChoice />;
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
