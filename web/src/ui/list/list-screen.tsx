import type { FilterPage, ListQuery, ListSpec } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { asFailure, refresh } from '../../lib/api.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { lazyPart } from '../lazy-part.tsx';
import { useNarrow } from '../narrow.ts';
import { type Crumb, PageHead } from '../page-head.tsx';
import { RouteLink } from '../route-link.tsx';
import { Select } from '../select.tsx';
import { isTemporary, StaleNote } from '../stale-note.tsx';
import { useDelayed } from '../use-delayed.ts';
import { ColumnMenu } from './column-menu.tsx';
import { type ConditionLabels, conditionFields } from './conditions.ts';
import { ExcelMenu } from './excel-menu.tsx';
import css from './list.module.css';
import { ListCards } from './list-cards.tsx';
import { ListFooter, useTotal } from './list-footer.tsx';
import { EmptyList, FailedList } from './list-placeholders.tsx';
import { cycleSort, directionOf, segmentOf, sortBy } from './list-rules.ts';
import { ListTable, type Selection, type TableProps } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import type { Bulk, Column, ListEndpoint, ListExport, ListFilter, ListImport, RowOf } from './list-types.ts';
import { type ListPrint, PrintButton } from './print-button.tsx';
import { useSavedFilters } from './saved-filters.ts';
import { SelectMenu } from './select-menu.tsx';
import { useColumns } from './use-columns.ts';
import { type ListState, useList } from './use-list.ts';
import { useRowEntry } from './use-row-entry.ts';
import { useSelection } from './use-selection.ts';
import { useSlashKey } from './use-slash-key.ts';

// Loaded when the pointer is over its button: most visits search and never build a filter.
const loadBuilder = () => import('./filter-builder.tsx');
const FilterBuilder = lazyPart(loadBuilder);

const SKELETON_AFTER_MS = 200;

export interface ListScreenProps<E extends ListEndpoint> {
  endpoint: E;
  title: string;
  crumbs?: readonly Crumb[];
  columns: Column<RowOf<E>>[];
  rowHref?: (row: RowOf<E>) => string;
  /** For records without a page of their own: opens a dialog over the list. */
  onOpen?: ((row: RowOf<E>) => void) | undefined;
  /** Further actions of a row, at its right. */
  rowActions?: (row: RowOf<E>) => ReactNode;
  /** In pixels, where the columns need the room. */
  actionsWidth?: number;
  /** Prefetches the row's page. */
  onRowHover?: (row: RowOf<E>) => void;
  /** Filters that the screen always sends; users neither see nor change them. */
  fixed?: Record<string, string[]>;
  /** Rows on a page unless the address says otherwise; by default as the contract has it. */
  perPage?: number;
  /** A view for quick look-ups: no conditions can be built. */
  withoutConditions?: boolean;
  filters?: ListFilter[];
  /** Labels of condition fields that are not columns. */
  conditionLabels?: ConditionLabels;
  /** The field of a new condition, such as `lines.sku`; by default the first. */
  defaultCondition?: string;
  savedFilterPage?: FilterPage;
  create?: CreateProps | undefined;
  import?: ListImport | readonly ListImport[] | undefined;
  /** Prints the list as a PDF. */
  print?: ListPrint | undefined;
  /** Further buttons of the page head, before Create. */
  actions?: ReactNode;
  bulk?: Bulk<RowOf<E>> | undefined;
  /** Marks the filter builder as new. */
  isFilterBeta?: boolean;
  /** Further files that can be made of the list. */
  exports?: readonly ListExport[] | undefined;
  viewSwitch?: ReactNode;
  searchPlaceholder?: PlainKey;
  emptyText?: PlainKey;
  /** What the records are for, below the text of an empty list. */
  emptyHint?: PlainKey;
}

/** A complete list page: head, toolbar, filter builder, table or cards, footer. Screens only declare their props. */
export function ListScreen<E extends ListEndpoint>(props: ListScreenProps<E>) {
  const { endpoint, create } = props;
  const spec = endpoint.list;
  const total = useTotal();
  const list = useList(endpoint, props.fixed, props.perPage);
  const { query, page } = list;
  const selection = useSelection(segmentOf(query), page?.records, props.bulk);
  const narrow = useNarrow();
  const body = useRef<HTMLDivElement>(null);

  // Scroll to the top on forward navigation only: for Back the router restores the position. On a phone the page
  // scrolls.
  const forward = (next: typeof query, filter?: number) => {
    body.current?.scrollTo({ top: 0 });
    body.current?.closest('main')?.scrollTo({ top: 0 });
    list.go(next, filter);
  };
  const table = tableOf(props, list, forward, props.bulk && selection);
  const isSorted = (field: string) => table.direction(field) !== undefined;
  const choice = useColumns(spec.resource, props.columns, isSorted);
  const sorter = narrow ? (
    <SortSelect {...table} onPick={(field, to) => forward(sortBy(query, field, to))} />
  ) : (
    <ColumnMenu columns={props.columns} choice={choice} isSorted={isSorted} />
  );
  const createButton = create && <CreateButton {...create} />;
  const enterRows = useRowEntry(body, list);

  return (
    <div className={css.screen}>
      <div className={css.top}>
        <PageHead
          title={props.title}
          crumbs={props.crumbs}
          count={page ? total(page) : undefined}
          actions={<HeadActions {...props} list={list} rows={selection.rows} create={createButton} />}
        />
        <ListTools
          {...props}
          query={query}
          go={forward}
          onDown={enterRows}
          sorter={
            <>
              {sorter}
              {props.bulk?.kinds && page && (
                <SelectMenu kinds={props.bulk.kinds} selection={selection} rows={page.records} />
              )}
            </>
          }
        />
      </div>
      <div ref={body} className={css.body} data-scroll-restoration-id={`list ${spec.resource}`}>
        <ListBody
          list={list}
          table={narrow ? table : { ...table, columns: choice.shown }}
          narrow={narrow}
          spec={spec}
          emptyText={props.emptyText}
          emptyHint={props.emptyHint}
          create={createButton}
        />
      </div>
      {page && (
        <ListFooter
          query={query}
          page={page}
          selected={selection.rows.length}
          narrow={narrow}
          go={forward}
          prefetch={list.prefetch}
        />
      )}
    </div>
  );
}

type HeadProps<E extends ListEndpoint> = Omit<ListScreenProps<E>, 'create'> & {
  list: ListState<RowOf<E>>;
  /** The selected rows. */
  rows: RowOf<E>[];
  create: ReactNode;
};

/** The buttons beside the title. */
function HeadActions<E extends ListEndpoint>({ list, rows, create, ...props }: HeadProps<E>) {
  const { endpoint, bulk, print, title, actions } = props;
  return (
    <>
      <ExcelMenu
        endpoint={endpoint}
        sentQuery={list.sentQuery}
        imports={importsOf(props.import)}
        exports={props.exports ?? []}
        onImported={() => void refresh(endpoint)}
      />
      {print && <PrintButton {...print} title={title} sentQuery={list.sentQuery} />}
      {bulk && <BulkButtons bulk={bulk} rows={rows} />}
      {actions}
      {create}
    </>
  );
}

const importsOf = (given: ListScreenProps<ListEndpoint>['import']): readonly ListImport[] =>
  given === undefined ? [] : 'type' in given ? [given] : given;

type ToolsProps<E extends ListEndpoint> = ListScreenProps<E> & {
  query: ListQuery;
  go: (next: ListQuery, filter?: number) => void;
  onDown: (search: string) => void;
  sorter: ReactNode;
};

/** The toolbar and, when open, the filter builder below it. */
function ListTools<E extends ListEndpoint>(props: ToolsProps<E>) {
  const { endpoint, filters = [], query, go } = props;
  const spec = endpoint.list;
  const t = useText();
  const fields = props.withoutConditions ? [] : conditionFields(spec, props.columns, props.conditionLabels);
  const saved = useSavedFilters(props.savedFilterPage, query);
  const [building, setBuilding] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  useSlashKey(searchBox);
  const shared = { spec, query, filters, fields };
  return (
    <>
      <ListToolbar
        {...shared}
        go={go}
        saved={saved}
        building={building}
        onBuild={() => setBuilding(!building)}
        onHoverBuild={loadBuilder}
        searchBox={searchBox}
        onDown={props.onDown}
        placeholder={props.searchPlaceholder && t(props.searchPlaceholder)}
        viewSwitch={props.viewSwitch}
        sorter={props.sorter}
      />
      {building && (
        <FilterBuilder
          key={segmentOf(query)}
          {...shared}
          onRun={go}
          saving={saved}
          isBeta={props.isFilterBeta ?? false}
          defaultCondition={props.defaultCondition}
        />
      )}
    </>
  );
}

function tableOf<E extends ListEndpoint>(
  props: ListScreenProps<E>,
  { query, page, stale }: ListState<RowOf<E>>,
  go: (next: ListQuery) => void,
  selection: Selection<RowOf<E>> | undefined,
): TableProps<RowOf<E>> {
  const { endpoint, columns, title, rowHref, onOpen, rowActions, actionsWidth, onRowHover } = props;
  const spec = endpoint.list;
  return {
    columns,
    rows: page?.records,
    stale,
    label: title,
    rowHref,
    onOpen,
    actions: rowActions,
    actionsWidth,
    onRowHover,
    canSort: (field) => spec.sort.includes(field),
    direction: (field) => directionOf(spec, query, field),
    onSort: (field) => go(cycleSort(spec, query, field)),
    selection,
  };
}

interface BodyProps<Row extends { id: number }> {
  list: ListState<Row>;
  table: TableProps<Row>;
  narrow: boolean;
  spec: ListSpec;
  emptyText: PlainKey | undefined;
  emptyHint: PlainKey | undefined;
  create: ReactNode;
}

/** The part below the toolbar: rows, cards, skeleton, or the reason why there are none. */
function ListBody<Row extends { id: number }>(props: BodyProps<Row>) {
  const { list, table, narrow, spec } = props;
  const { query, page, failure, go } = list;
  const showsSkeleton = useDelayed(list.loading, SKELETON_AFTER_MS);
  // When only a refresh failed temporarily, the old rows stay, with their age; a rejected query hides them.
  const keepsRows = page && !list.stale && isTemporary(asFailure(failure).status);
  if (failure && !keepsRows)
    return <FailedList failure={asFailure(failure)} onRetry={list.reload} onReset={() => go({ on_page: 1 })} />;
  if (!page) return showsSkeleton && <ListTable {...table} />;
  if (page.records.length === 0) return <EmptyList {...props} spec={spec} query={query} page={page} go={go} />;
  return (
    <>
      {failure !== null && <StaleNote readAt={list.readAt} onRetry={list.reload} />}
      {narrow ? <ListCards {...table} /> : <ListTable {...table} />}
    </>
  );
}

/** Links to the form's page, or opens a dialog. */
type CreateProps = { label: PlainKey } & ({ href: string } | { run: () => void });

function CreateButton({ label, ...to }: CreateProps) {
  const t = useText();
  if ('run' in to)
    return (
      <Button aria-keyshortcuts="c" leftSection={<IconPlus size={16} stroke={1.7} />} onClick={to.run}>
        {t(label)}
      </Button>
    );
  return (
    <Button
      component={RouteLink}
      href={to.href}
      aria-keyshortcuts="c"
      leftSection={<IconPlus size={16} stroke={1.7} />}
    >
      {t(label)}
    </Button>
  );
}

/** Actions for the selected rows; hidden while none is selected. */
function BulkButtons<Row>({ bulk, rows }: { bulk: Bulk<Row>; rows: Row[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      {bulk.more?.(rows)}
      {bulk.actions.map(({ label, icon, appliesTo = () => true, run }) => {
        const meant = rows.filter(appliesTo);
        const others = rows.filter((row) => !meant.includes(row));
        const name = label(meant.length);
        return (
          meant.length > 0 && (
            <Button key={name} variant="default" leftSection={icon} onClick={() => run(meant, others)}>
              {name}
            </Button>
          )
        );
      })}
    </>
  );
}

type SortProps<Row extends { id: number }> = TableProps<Row> & { onPick: (field: string, to: 'asc' | 'desc') => void };

function SortSelect<Row extends { id: number }>({ columns, canSort, direction, onPick }: SortProps<Row>) {
  const t = useText();
  const sortable = columns.filter(({ field }) => canSort(field));
  const now = sortable.find(({ field }) => direction(field));
  if (sortable.length === 0) return null;
  return (
    <Select
      variant="toolbar"
      className={css.sortSelect}
      aria-label={t('lists.sortBy')}
      placeholder={t('lists.sortBy')}
      data={sortable.flatMap(({ field, header }) => [
        { value: `${field} asc`, label: t('lists.ascending', { name: t(header) }) },
        { value: `${field} desc`, label: t('lists.descending', { name: t(header) }) },
      ])}
      value={now ? `${now.field} ${direction(now.field)}` : null}
      onChange={(choice) => {
        const [field, to] = choice?.split(' ') ?? [];
        if (field && (to === 'asc' || to === 'desc')) onPick(field, to);
      }}
    />
  );
}
