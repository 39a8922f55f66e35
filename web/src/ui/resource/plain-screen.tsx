import type { Access, ImportType } from '@longshore/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column, ListEndpoint, ListFilter, RowOf } from '../list/list-types.ts';
import { RowMenu } from '../row-menu.tsx';
import { PlainDelete, PlainDialog, type PlainRecords } from './plain-dialog.tsx';
import type { PlainWords } from './plain-words.ts';

/** A further action on a record, in its own dialog. */
interface Extra<Row> {
  label: PlainKey;
  icon: typeof IconPencil;
  access: Access;
  /** Why the action is not available for a row. */
  disabledBecause?: (row: Row) => string | undefined;
  dialog: (row: Row, onClose: () => void) => ReactNode;
}

interface PlainScreenProps<S extends z.ZodObject, L extends ListEndpoint> extends Omit<PlainRecords<S>, 'words'> {
  endpoints: PlainRecords<S>['endpoints'] & { list: L };
  /** The sidebar group that contains the screen. */
  group: PlainKey;
  words: PlainWords;
  columns: Column<RowOf<L>>[];
  /** The page of a record; a record without one is edited in a dialog. */
  rowHref?: (row: RowOf<L>) => string;
  onRowHover?: (row: RowOf<L>) => void;
  filters?: ListFilter[];
  import?: ImportType;
  nameOf: (row: RowOf<L>) => string;
  /** The question before a record is deleted. */
  deleteText: (row: RowOf<L>) => string;
  /** Why a record cannot be deleted, as far as the list knows. */
  undeletableBecause?: (row: RowOf<L>) => string | undefined;
  extras?: readonly Extra<RowOf<L>>[];
  /** More buttons in the head. */
  actions?: ReactNode;
}

/** The list of a plain resource with its actions: create, edit, delete, import, and extras. */
export function PlainScreen<S extends z.ZodObject, L extends ListEndpoint>(props: PlainScreenProps<S, L>) {
  const { endpoints, words, extras = [] } = props;
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<(onClose: () => void) => ReactNode>();
  const show = (dialog: (onClose: () => void) => ReactNode) => setShown(() => dialog);
  const edit = (row: RowOf<L>) => show((onClose) => <PlainDialog {...props} record={row} onClose={onClose} />);
  const open = (extra: Extra<RowOf<L>>) => (row: RowOf<L>) => show((onClose) => extra.dialog(row, onClose));
  const menu = (row: RowOf<L>) => (
    <RowMenu
      label={t('lists.actionsFor', { name: props.nameOf(row) })}
      choices={[
        ...extras.map((extra) => ({
          label: t(extra.label),
          icon: extra.icon,
          access: extra.access,
          disabledBecause: extra.disabledBecause?.(row),
          run: () => open(extra)(row),
        })),
        { label: t(words.edit), icon: IconPencil, access: endpoints.update.access, run: () => edit(row) },
        {
          label: t(words.delete),
          icon: IconTrash,
          access: endpoints.remove.access,
          danger: true,
          disabledBecause: props.undeletableBecause?.(row),
          run: () =>
            show((onClose) => (
              <PlainDelete
                {...props}
                record={row}
                name={props.nameOf(row)}
                question={props.deleteText(row)}
                onClose={onClose}
              />
            )),
        },
      ]}
    />
  );
  const mayCreate = can(endpoints.create.access);
  const [first] = extras;
  return (
    <>
      <ListScreen
        endpoint={endpoints.list}
        title={t(words.many)}
        crumbs={[{ label: t(props.group) }, { label: t(words.many) }]}
        columns={props.columns}
        {...(props.rowHref
          ? { rowHref: props.rowHref, ...(props.onRowHover ? { onRowHover: props.onRowHover } : {}) }
          : { onOpen: can(endpoints.update.access) ? edit : first && open(first) })}
        rowActions={menu}
        actions={props.actions}
        filters={props.filters ?? []}
        searchPlaceholder={words.search}
        emptyText={words.noneYet}
        create={
          mayCreate
            ? { run: () => show((onClose) => <PlainDialog {...props} onClose={onClose} />), label: words.create }
            : undefined
        }
        import={mayCreate && props.import ? { type: props.import, title: t(words.import) } : undefined}
      />
      {shown?.(() => setShown(undefined))}
    </>
  );
}
