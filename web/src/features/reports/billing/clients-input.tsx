import { api } from '@longshore/contract';
import { Button, MultiSelect } from '@mantine/core';
import { useRead } from '../../../lib/api.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import css from './reports.module.css';

/** Options that the list shows at once; typing finds the others. */
const SHOWN = 60;

interface ClientsInputProps {
  id: string;
  value: readonly number[];
  set: (clients: number[]) => void;
  /** The key of what is wrong. */
  error: string | undefined;
}

/** Several clients, or all of them by one button. */
export function ClientsInput({ id, value, set, error }: ClientsInputProps) {
  const t = useText();
  const read = useRead(api.billingReports.clients, {});
  const clients = read.data ?? [];
  const isUnread = read.isError && !read.data;
  const hasAll = clients.length > 0 && value.length === clients.length;
  return (
    <div className={css.clients}>
      <MultiSelect
        id={id}
        data-field
        withAsterisk
        searchable
        selectFirstOptionOnChange
        hidePickedOptions
        openOnFocus={false}
        limit={SHOWN}
        label={t('reports.clients')}
        placeholder={hasAll ? '' : t('reports.chooseClients')}
        nothingFoundMessage={t('shell.noClients')}
        error={isUnread ? t('reports.clientsNotRead') : error && translateMessage(t, error)}
        classNames={{ pillsList: css.pills ?? '' }}
        data={clients.map(({ id: client, company, is_active }) => ({
          value: String(client),
          label: is_active ? company : t('reports.disabledClient', { company }),
        }))}
        value={value.map(String)}
        onChange={(ids) => set(ids.map(Number))}
      />
      {isUnread ? (
        <Button variant="default" onClick={() => void read.refetch()}>
          {t('common.retry')}
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={clients.length === 0}
          onClick={() => set(hasAll ? [] : clients.map(({ id: client }) => client))}
        >
          {hasAll ? t('reports.noClients') : t('reports.allClients')}
        </Button>
      )}
    </div>
  );
}
