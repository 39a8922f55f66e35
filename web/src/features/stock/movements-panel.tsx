import { api, type Inventory, type Movement } from '@longshore/contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asFailure, call, keyOf } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { dayOf, useFormat } from '../../lib/format.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Mono } from '../../ui/mono.tsx';
import { PlateLink } from '../records/index.ts';
import { MovementReference } from './movement-reference.tsx';
import css from './stock.module.css';
import {
  clockOf,
  groupMovements,
  type HistoryEntry,
  lotNumber,
  plateNumber,
  shortDay,
  useMovements,
  type Verb,
} from './stock-words.ts';

const SHOWN = 6;

/** The item's stock movements, newest first, each with the balance after it. */
export function MovementsPanel({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { data } = useMovements(inventory.id);
  if (inventory.type === 'Kit') return null;
  const entries = groupMovements(data?.records ?? [], data?.more ?? false);
  return (
    <SidePanel
      title={t('stock.movements')}
      action={
        entries.length > SHOWN && (
          <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
            {t('stock.allMovements')}
          </Button>
        )
      }
    >
      {data && entries.length === 0 && <p className={css.none}>{t('stock.noMovements')}</p>}
      <HistoryList entries={entries.slice(0, SHOWN)} />
      {open && <AllMovements inventory={inventory} onClose={() => setOpen(false)} />}
    </SidePanel>
  );
}

function AllMovements({ inventory, onClose }: { inventory: Inventory; onClose: () => void }) {
  const t = useText();
  const params = { id: inventory.id };
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...keyOf(api.stock.movements, { params }), 'all'],
    queryFn: ({ pageParam: before, signal }) =>
      call(api.stock.movements, { params, query: before ? { before } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ records, more }) => (more ? records.at(-1)?.id : undefined),
  });
  const movements = data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <Dialog title={t('stock.movementsOf', { sku: inventory.sku })} size={560} onClose={onClose}>
      <HistoryList entries={groupMovements(movements, hasNextPage)} detailed />
      {error && (
        <p role="alert" className={css.none}>
          {describeFailure(asFailure(error), t).sentence}
        </p>
      )}
      {hasNextPage && (
        <Button variant="default" fullWidth mt="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('stock.older')}
        </Button>
      )}
    </Dialog>
  );
}

/** The movements of one bucket, without the item's balances. */
export function MovementHistory({ movements, none }: { movements: readonly Movement[] | undefined; none: string }) {
  if (!movements) return null;
  if (movements.length === 0) return <p className={css.none}>{none}</p>;
  return <HistoryList entries={groupMovements(movements, false)} partial />;
}

interface HistoryListProps {
  entries: HistoryEntry[];
  /** Shows all details of each entry. */
  detailed?: boolean;
  /** Only part of the item's stock: without balances and bucket names. */
  partial?: boolean;
}

/** Grouped by day; the first entry of a day shows its date. */
function HistoryList({ entries, detailed, partial }: HistoryListProps) {
  const t = useText();
  const format = useFormat();
  const { place } = format;
  const today = dayOf(new Date(), place.timezone);
  const days = entries.map(({ at }) => dayOf(at, place.timezone));
  const formatDay = (day: string) => {
    if (day === today) return t('stock.today');
    return day.slice(0, 4) === today.slice(0, 4) ? shortDay(day, place) : format.date(day);
  };
  return (
    <ol className={css.story} data-whole={detailed || undefined}>
      {entries.map((entry, index) => {
        const day = days[index] ?? '';
        const first = day !== days[index - 1];
        return (
          <li key={entry.id} data-first={(first && index > 0) || undefined}>
            <time className={css.when} dateTime={entry.at}>
              {first && <b>{formatDay(day)}</b>}
              <span>{clockOf(entry.at, place)}</span>
            </time>
            <EntryLine entry={entry} detailed={detailed} partial={partial} />
          </li>
        );
      })}
    </ol>
  );
}

export const VERB_LABELS: Record<Verb, PlainKey> = {
  received: 'stock.verbs.received',
  shipped: 'stock.verbs.shipped',
  adjusted: 'stock.verbs.adjusted',
  disposed: 'stock.verbs.disposed',
  moved: 'stock.verbs.moved',
  quarantined: 'stock.verbs.quarantined',
  converted: 'stock.verbs.converted',
  broken: 'stock.verbs.broken',
  counted: 'stock.verbs.counted',
  reversed: 'stock.verbs.reversed',
};

/** Manual changes also show the user. */
const MANUAL_VERBS = new Set<Verb>(['adjusted', 'disposed', 'quarantined', 'converted', 'counted', 'reversed']);

interface LineProps {
  entry: HistoryEntry;
  detailed: boolean | undefined;
  partial: boolean | undefined;
}

function EntryLine({ entry, detailed, partial }: LineProps) {
  const t = useText();
  const format = useFormat();
  const { verb, units, change, balance } = entry;
  return (
    <>
      <div className={css.what}>
        <div>
          {t(VERB_LABELS[verb])} {change === 0 && format.number(units)}
        </div>
        <EntryDetails entry={entry} detailed={detailed || partial} partial={partial} />
      </div>
      <div className={css.much}>
        <div data-gain={change > 0 || undefined}>{format.number(change, { signDisplay: 'exceptZero' })}</div>
        {!partial && (
          <div className={css.balance}>
            <VisuallyHidden>{t('stock.balance')}</VisuallyHidden>
            <span aria-hidden="true">→</span> {format.number(balance)}
          </div>
        )}
      </div>
    </>
  );
}

function Plate({ movement: { license, license_id } }: { movement: Movement }) {
  const t = useText();
  return plateNumber(license) ? <PlateLink id={license_id} license={license} /> : t('inventory.noPlate');
}

/** Reference, plates, lot and user, as far as they are known. */
function EntryDetails({ entry: { verb, from, to }, detailed, partial }: LineProps) {
  const t = useText();
  const [origin, target] = [from && plateNumber(from.license), plateNumber(to.license)];
  const lot = lotNumber(to.lot_number);
  const isMoved = from !== undefined && origin !== target;
  return (
    <div className={css.where}>
      {to.reference && (
        <span>
          <MovementReference movement={to} />
        </span>
      )}
      {isMoved && (
        <span>
          <Plate movement={from} /> <span aria-hidden="true">→</span>
          <VisuallyHidden>{t('stock.towards')}</VisuallyHidden> <Plate movement={to} />
        </span>
      )}
      {!isMoved && target && (
        <span>
          <Plate movement={to} />
        </span>
      )}
      {to.lead && !partial && (
        <span>
          <Mono>{to.lead}</Mono>
        </span>
      )}
      {lot && (detailed || verb === 'received') && (
        <span>
          {t('stock.lotShort')} <Mono>{lot}</Mono>
        </span>
      )}
      {from === undefined && to.quarantine && <span>{t('inventory.quarantined')}</span>}
      {(detailed || MANUAL_VERBS.has(verb)) && <span>{to.user}</span>}
    </div>
  );
}
