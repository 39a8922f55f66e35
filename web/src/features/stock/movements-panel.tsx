import { api, type Inventory, type Movement } from '@longshore/contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asFailure, call, keyOf } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Mono } from '../../ui/mono.tsx';
import css from './stock.module.css';
import {
  clockOf,
  dayOf,
  type Happening,
  lotNumber,
  plateNumber,
  shortDay,
  tellMovements,
  useMovements,
  type Verb,
} from './stock-words.ts';

const SHOWN = 6;

/** What happened to the item's stock, newest first, with the balance after each. */
export function MovementsPanel({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { data } = useMovements(inventory.id);
  if (inventory.type === 'Kit') return null;
  const told = tellMovements(data?.records ?? [], data?.more ?? false);
  return (
    <SidePanel
      title={t('stock.movements')}
      action={
        told.length > SHOWN && (
          <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
            {t('stock.allMovements')}
          </Button>
        )
      }
    >
      {data && told.length === 0 && <p className={css.none}>{t('stock.noMovements')}</p>}
      <Story told={told.slice(0, SHOWN)} />
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
      <Story told={tellMovements(movements, hasNextPage)} whole />
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

/** The way of some goods of their own, not of all there are: no balances. */
export function MovementStory({ movements, none }: { movements: readonly Movement[] | undefined; none: string }) {
  if (!movements) return null;
  if (movements.length === 0) return <p className={css.none}>{none}</p>;
  return <Story told={tellMovements(movements, false)} alone />;
}

interface StoryProps {
  told: Happening[];
  /** With everything that is known of each. */
  whole?: boolean;
  /** Told of these goods alone. */
  alone?: boolean;
}

/** By day; the first line of a day bears its date. */
function Story({ told, whole, alone }: StoryProps) {
  const t = useText();
  const format = useFormat();
  const { place } = format;
  const today = dayOf(new Date(), place.timezone);
  const days = told.map(({ at }) => dayOf(at, place.timezone));
  const sayDay = (day: string) => {
    if (day === today) return t('stock.today');
    return day.slice(0, 4) === today.slice(0, 4) ? shortDay(day, place) : format.date(day);
  };
  return (
    <ol className={css.story} data-whole={whole || undefined}>
      {told.map((happening, index) => {
        const day = days[index] ?? '';
        const first = day !== days[index - 1];
        return (
          <li key={happening.id} data-first={(first && index > 0) || undefined}>
            <time className={css.when} dateTime={happening.at}>
              {first && <b>{sayDay(day)}</b>}
              <span>{clockOf(happening.at, place)}</span>
            </time>
            <HappeningLine happening={happening} whole={whole} alone={alone} />
          </li>
        );
      })}
    </ol>
  );
}

const WORDS: Record<Verb, PlainKey> = {
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

/** What was booked by hand is told with who booked it. */
const BY_HAND = new Set<Verb>(['adjusted', 'disposed', 'quarantined', 'converted', 'counted', 'reversed']);

interface LineProps {
  happening: Happening;
  whole: boolean | undefined;
  alone: boolean | undefined;
}

function HappeningLine({ happening, whole, alone }: LineProps) {
  const t = useText();
  const format = useFormat();
  const { verb, units, change, balance } = happening;
  return (
    <>
      <div className={css.what}>
        <div>
          {t(WORDS[verb])} {change === 0 && format.number(units)}
        </div>
        <Where happening={happening} whole={whole || alone} alone={alone} />
      </div>
      <div className={css.much}>
        <div data-gain={change > 0 || undefined}>{format.number(change, { signDisplay: 'exceptZero' })}</div>
        {!alone && (
          <div className={css.balance}>
            <VisuallyHidden>{t('stock.balance')}</VisuallyHidden>
            <span aria-hidden="true">→</span> {format.number(balance)}
          </div>
        )}
      </div>
    </>
  );
}

/** Where, of which lot, for what and by whom; what is not known is not said. */
function Where({ happening: { verb, from, to }, whole, alone }: LineProps) {
  const t = useText();
  const [origin, target] = [from && plateNumber(from.license), plateNumber(to.license)];
  const lot = lotNumber(to.lot_number);
  const travelled = from !== undefined && origin !== target;
  return (
    <div className={css.where}>
      {to.reference && <span>{to.reference}</span>}
      {travelled && (
        <span>
          {origin ? <Mono>{origin}</Mono> : t('inventory.noPlate')} <span aria-hidden="true">→</span>
          <VisuallyHidden>{t('stock.towards')}</VisuallyHidden>{' '}
          {target ? <Mono>{target}</Mono> : t('inventory.noPlate')}
        </span>
      )}
      {!travelled && target && (
        <span>
          <Mono>{target}</Mono>
        </span>
      )}
      {to.lead && !alone && (
        <span>
          <Mono>{to.lead}</Mono>
        </span>
      )}
      {lot && (whole || verb === 'received') && (
        <span>
          {t('stock.lotShort')} <Mono>{lot}</Mono>
        </span>
      )}
      {from === undefined && to.quarantine && <span>{t('inventory.quarantined')}</span>}
      {(whole || BY_HAND.has(verb)) && <span>{to.user}</span>}
    </div>
  );
}
