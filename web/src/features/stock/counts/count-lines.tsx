import { api, type Count, type CountLine, type ListQuery, PER_PAGE_CHOICES } from '@longshore/contract';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { Section } from '../../../ui/detail/detail-page.tsx';
import { type LineColumn, LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { ListFooter, useTotal } from '../../../ui/list/list-footer.tsx';
import { useRowEntry } from '../../../ui/list/use-row-entry.ts';
import { Mono } from '../../../ui/mono.tsx';
import { useNarrow } from '../../../ui/narrow.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { inventoryPath } from '../../inventory/index.ts';
import { BinLink, PlateLink } from '../../records/index.ts';
import { countsPath, statusPills, type Tile, tileStatuses } from './count-words.ts';
import css from './counts.module.css';

const SEARCH_WAIT_MS = 200;
const [, , PER_PAGE] = PER_PAGE_CHOICES;

function Item({ line }: { line: CountLine }) {
  return (
    <TwoLines
      first={
        <RouteLink data-row href={inventoryPath(line.inventory_id, 'view')}>
          <Mono>{line.sku}</Mono>
        </RouteLink>
      }
      second={line.name}
    />
  );
}

function Plate({ line: { license, license_id, quarantine } }: { line: CountLine }) {
  const t = useText();
  return (
    <span className={css.place}>
      {license ? (
        <PlateLink id={license_id} license={license} />
      ) : (
        <span className={css.muted}>{t('counts.noPlate')}</span>
      )}
      {quarantine === 1 && <Tag tone="caution">{t('counts.quarantined')}</Tag>}
    </span>
  );
}

function Lot({ line }: { line: CountLine }) {
  const t = useText();
  const format = useFormat();
  if (!line.lot_number) return <span className={css.muted}>–</span>;
  const expires = line.expire_date && t('counts.expires', { date: format.date(line.expire_date) });
  return <TwoLines first={<Mono>{line.lot_number}</Mono>} second={expires} />;
}

function Counted({ line: { counted, counted_at: at, counted_by: by } }: { line: CountLine }) {
  const t = useText();
  const format = useFormat();
  if (counted === null) return <span className={css.muted}>–</span>;
  return (
    <TwoLines
      first={format.number(counted)}
      second={[at ? format.short(at) : t('counts.noTime'), by].filter(Boolean).join(' · ')}
    />
  );
}

/** A sign and a word beside the number, so that it does not depend on colour. */
function Variance({ line: { variance } }: { line: CountLine }) {
  const format = useFormat();
  if (variance === null) return <span className={css.muted}>–</span>;
  return (
    <strong className={css.variance} data-some={variance !== 0 || undefined}>
      {format.number(variance, { signDisplay: 'exceptZero' })}
    </strong>
  );
}

/** A posted row shows the direction of its correction. */
function Status({ line }: { line: CountLine }) {
  const t = useText();
  const { status, variance, is_listed } = line;
  const word = status === 'posted' ? t((variance ?? 0) > 0 ? 'counts.postedOver' : 'counts.postedShort') : undefined;
  const problem = translateReason(t, line.problem_key, line.problem);
  return (
    <TwoLines
      first={
        <span className={css.place}>
          <StatusPill status={statusPills[status]}>{word ?? t(`counts.statuses.${status}`)}</StatusPill>
          {!is_listed && <Tag>{t('counts.added')}</Tag>}
        </span>
      }
      second={problem}
    />
  );
}

const Bin = ({ line: { location, location_id } }: { line: CountLine }) =>
  location ? <BinLink id={location_id} location={location} /> : <span className={css.muted}>–</span>;

const only = (isShown: boolean, column: LineColumn<CountLine>) => (isShown ? [column] : []);

/** Without what reveals the expected quantities, for people to whom the count is blind. */
function useColumns(mayReview: boolean): LineColumn<CountLine>[] {
  const format = useFormat();
  const number = (value: number | null) =>
    value === null ? <span className={css.muted}>–</span> : format.number(value);
  return [
    { header: 'counts.sku', width: 160, long: true, render: (line) => <Item line={line} /> },
    { header: 'counts.location', width: 86, render: (line) => <Bin line={line} /> },
    { header: 'counts.license', width: 104, render: (line) => <Plate line={line} /> },
    { header: 'counts.lot', width: 150, render: (line) => <Lot line={line} /> },
    ...only(mayReview, {
      header: 'counts.expected',
      right: true,
      width: 64,
      render: ({ expected }) => number(expected),
    }),
    { header: 'counts.counted', right: true, width: 124, render: (line) => <Counted line={line} /> },
    ...only(mayReview, { header: 'counts.balance', right: true, width: 92, render: ({ balance }) => number(balance) }),
    ...only(mayReview, {
      header: 'counts.variance',
      right: true,
      width: 80,
      render: (line) => <Variance line={line} />,
    }),
    { header: 'counts.status', width: 160, render: (line) => <Status line={line} /> },
  ];
}

/** The rows of a count in walking order, filtered by a tile. */
export function CountLines({ count, tile }: { count: Pick<Count, 'id' | 'may_review'>; tile: Tile }) {
  const t = useText();
  const columns = useColumns(count.may_review);
  const narrow = useNarrow();
  const total = useTotal();
  const [pageQuery, setPageQuery] = useState<ListQuery>({ on_page: 1, per_page: PER_PAGE });
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search, SEARCH_WAIT_MS);
  const query: ListQuery = {
    ...pageQuery,
    search: sought,
    filter_by: { count_id: [String(count.id)], ...(tile === 'all' ? {} : { status: tileStatuses[tile] }) },
  };
  const read = useRead(api.counts.lines, { query });
  const page = read.data;
  const body = useRef<HTMLDivElement>(null);
  const enterRows = useRowEntry(body, { query, stale: read.isPlaceholderData, loading: read.isPending });
  const restart = (text: string) => {
    setSearch(text);
    setPageQuery({ ...pageQuery, on_page: 1 });
  };
  return (
    <Section
      title={t(`counts.tiles.${tile}`)}
      count={page && total(page)}
      action={
        <TextInput
          className={css.search}
          variant="toolbar"
          size="sm"
          leftSection={<IconSearch size={16} stroke={1.7} />}
          aria-label={t('counts.searchRows')}
          placeholder={t('counts.searchRows')}
          value={search}
          onChange={(event) => restart(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            enterRows(search);
          }}
        />
      }
    >
      <div ref={body} className={css.rows} data-stale={read.isPlaceholderData || undefined}>
        <Loaded read={read} inPage backTo={listAddress(countsPath)}>
          {(shown) =>
            shown.records.length === 0 ? (
              <EmptyState title={t('counts.noRows')} hint={t(sought ? 'counts.noRowsFound' : 'counts.noRowsHint')} />
            ) : (
              <>
                <LineTable label={t('counts.rows')} columns={columns} rows={shown.records} rowKey={({ id }) => id} />
                <div className={css.foot}>
                  <ListFooter
                    query={pageQuery}
                    page={shown}
                    selected={0}
                    narrow={narrow}
                    go={setPageQuery}
                    prefetch={() => {}}
                  />
                </div>
              </>
            )
          }
        </Loaded>
      </div>
    </Section>
  );
}
