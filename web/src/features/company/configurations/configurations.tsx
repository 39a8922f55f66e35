import { api, type Resources } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { LineTable } from '../../../ui/detail/line-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useRowEntry } from '../../../ui/list/use-row-entry.ts';
import { OpenButton } from '../../../ui/open-button.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { useColumns } from './configuration-columns.tsx';
import { ConfigurationDialog } from './configuration-dialog.tsx';
import { isList, LISTS, type ListName, listPath } from './configuration-words.ts';
import css from './configurations.module.css';
import { DeleteConfigured } from './delete-configured.tsx';

export type Configured = Resources[ListName][number];

/** The company's lists: a menu, the selected list, and a dialog for a record. */
export function Configurations() {
  const { resource = '' }: { resource?: string } = useParams({ strict: false });
  const list = isList(resource) ? resource : 'couriers';
  return (
    <Allowed access="main" backTo="/">
      <div className={css.page}>
        <ListMenu current={list} />
        <ConfiguredList key={list} list={list} />
      </div>
    </Allowed>
  );
}

function ListMenu({ current }: { current: ListName }) {
  const t = useText();
  return (
    <nav className={css.menu} aria-label={t('configurations.configurations')}>
      <ul>
        {LISTS.map((list) => (
          <li key={list}>
            <RouteLink href={listPath(list)} aria-current={list === current ? 'page' : undefined}>
              {t(`configurations.one.${list}`)}
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Starts with the session's copy and replaces it with the current rows. */
function useRows(list: ListName): readonly Configured[] {
  const { resources } = useSession();
  const couriers = useRead(api.company.couriers, {}, { enabled: list === 'couriers' });
  const settings = useRead(api.company.settings, {}, { enabled: list !== 'couriers' });
  if (list === 'couriers') return couriers.data ?? resources.couriers;
  return settings.data?.[list] ?? resources[list];
}

const accessOf = (list: ListName) =>
  list === 'couriers'
    ? { create: api.company.createCourier, update: api.company.updateCourier, remove: api.company.deleteCourier }
    : { create: api.company.createSetting, update: api.company.updateSetting, remove: api.company.deleteSetting };

/** Show a search box for lists longer than this. */
const SEARCHED_FROM = 8;

function ConfiguredList({ list }: { list: ListName }) {
  const t = useText();
  const { can } = useSession();
  const rows = useRows(list);
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<Configured | 'new'>();
  const [toDelete, setToDelete] = useState<Configured>();
  const section = useRef<HTMLElement>(null);
  const enterRows = useRowEntry(section, { query: {}, stale: false, loading: false });
  const { create, update, remove } = accessOf(list);
  const [mayUpdate, mayDelete] = [can(update.access), can(remove.access)];
  const found = rows.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const add = can(create.access) && (
    <Button leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => setEdited('new')}>
      {t(`configurations.add.${list}`)}
    </Button>
  );
  const startDeleting = (record: Configured) => {
    setEdited(undefined);
    setToDelete(record);
  };
  return (
    <section ref={section} className={css.list}>
      <PageHead
        title={t(`configurations.many.${list}`)}
        crumbs={[{ label: t('shell.setting') }, { label: t('configurations.configurations') }]}
        count={rows.length}
        actions={add}
      />
      {rows.length > SEARCHED_FROM && <SearchBox search={search} setSearch={setSearch} onDown={enterRows} />}
      {found.length > 0 ? (
        <ConfiguredTable
          list={list}
          rows={found}
          onEdit={mayUpdate ? setEdited : undefined}
          onDelete={mayDelete ? startDeleting : undefined}
        />
      ) : search ? (
        <EmptyState title={t('lists.noneFound')} hint={t('lists.noneFoundHint')}>
          <Button variant="default" onClick={() => setSearch('')}>
            {t('lists.clearSearch')}
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title={t('lists.noneYet')} hint={t(`configurations.hint.${list}`)}>
          {add}
        </EmptyState>
      )}
      {edited && (
        <ConfigurationDialog
          list={list}
          record={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDelete={mayDelete && edited !== 'new' ? () => startDeleting(edited) : undefined}
        />
      )}
      {toDelete && (
        <DeleteConfigured list={list} record={toDelete} mayDisable={mayUpdate} onClose={() => setToDelete(undefined)} />
      )}
    </section>
  );
}

interface SearchBoxProps {
  search: string;
  setSearch: (search: string) => void;
  /** ↓ goes to the rows. */
  onDown: () => void;
}

function SearchBox({ search, setSearch, onDown }: SearchBoxProps) {
  const t = useText();
  return (
    <TextInput
      className={css.search ?? ''}
      variant="toolbar"
      leftSection={<IconSearch size={16} stroke={1.7} />}
      placeholder={t('configurations.search')}
      aria-label={t('configurations.search')}
      value={search}
      onChange={(event) => setSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onDown();
      }}
    />
  );
}

interface TableProps {
  list: ListName;
  rows: Configured[];
  onEdit: ((row: Configured) => void) | undefined;
  onDelete: ((row: Configured) => void) | undefined;
}

function ConfiguredTable({ list, rows, onEdit, onDelete }: TableProps) {
  const t = useText();
  const columns = useColumns(list);
  const name = (row: Configured) =>
    onEdit ? (
      <OpenButton data-row onClick={() => onEdit(row)}>
        {row.name}
      </OpenButton>
    ) : (
      row.name
    );
  const status = ({ is_active }: Configured) => (
    <StatusPill status={is_active ? 'active' : 'disabled'}>
      {t(is_active ? 'lists.active' : 'lists.disabled')}
    </StatusPill>
  );
  const actions = (row: Configured) => (
    <>
      {onEdit && (
        <RowAction
          label={t('configurations.editNamed', { name: row.name })}
          icon={IconPencil}
          run={() => onEdit(row)}
        />
      )}
      {onDelete && (
        <RowAction
          label={t('configurations.deleteNamed', { name: row.name })}
          icon={IconTrash}
          run={() => onDelete(row)}
        />
      )}
    </>
  );
  return (
    <LineTable
      label={t(`configurations.many.${list}`)}
      rows={rows}
      rowKey={({ id }) => id}
      dense
      columns={[
        { header: 'configurations.name', render: name },
        ...columns,
        { header: 'lists.status', width: 110, render: status },
      ]}
      actions={onEdit || onDelete ? actions : undefined}
    />
  );
}
