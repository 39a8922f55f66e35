import { api, type License, type LicenseMovement } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, keyOf, useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SidePanel } from '../../../ui/detail/detail-page.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { inventoryPath } from '../../inventory/index.ts';
import { BinLink } from '../../records/index.ts';
import { MovementReference } from '../movement-reference.tsx';
import { VERB_LABELS } from '../movements-panel.tsx';
import { lotNumber, verbOf } from '../stock-words.ts';
import css from './licenses.module.css';

const SHOWN = 6;

/** The bins the plate was put into, newest first. */
export function PlatePlaces({ plate }: { plate: License }) {
  const t = useText();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { data: places } = useRead(api.licenses.places, { params: { id: plate.id } });
  const shown = open ? (places ?? []) : (places ?? []).slice(0, SHOWN);
  return (
    <SidePanel title={t('licenses.whereabouts')}>
      {places?.length === 0 && <p className={css.none}>{t('licenses.neverPlaced')}</p>}
      <ol className={css.history}>
        {shown.map(({ id, location_id, location, at, user }) => (
          <li key={id}>
            <BinLink id={location_id} location={location} />
            <span className={css.label}>
              {format.short(at)} · {user}
            </span>
          </li>
        ))}
      </ol>
      {!open && places && places.length > SHOWN && (
        <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
          {t('stock.older')}
        </Button>
      )}
    </SidePanel>
  );
}

function useMovements(plate: License) {
  const params = { id: plate.id };
  return useInfiniteQuery({
    queryKey: keyOf(api.licenses.movements, { params }),
    queryFn: ({ pageParam: before, signal }) =>
      call(api.licenses.movements, { params, query: before ? { before } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ records, more }) => (more ? records.at(-1)?.id : undefined),
  });
}

/** What came onto the plate and what left it. */
export function PlateMovements({ plate }: { plate: License }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useMovements(plate);
  const movements = data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <SidePanel
      title={t('stock.movements')}
      action={
        movements.length > SHOWN && (
          <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
            {t('stock.allMovements')}
          </Button>
        )
      }
    >
      {data && movements.length === 0 && <p className={css.none}>{t('stock.noMovements')}</p>}
      <MovementList movements={movements.slice(0, SHOWN)} />
      {open && (
        <Dialog title={t('stock.movementsOf', { sku: plate.license })} size={560} onClose={() => setOpen(false)}>
          <MovementList movements={movements} />
          {hasNextPage && (
            <Button
              variant="default"
              fullWidth
              mt="sm"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('stock.older')}
            </Button>
          )}
        </Dialog>
      )}
    </SidePanel>
  );
}

function MovementList({ movements }: { movements: readonly LicenseMovement[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <ol className={css.history}>
      {movements.map((movement) => (
        <li key={movement.id} data-amount>
          <span>
            {t(VERB_LABELS[verbOf(movement)])}{' '}
            <RouteLink href={inventoryPath(movement.inventory_id, 'view')}>
              <Mono>{movement.sku}</Mono>
            </RouteLink>
          </span>
          <strong className={css.amount} data-gain={movement.quantity > 0 || undefined}>
            {format.number(movement.quantity, { signDisplay: 'exceptZero' })}
          </strong>
          <span className={css.label}>
            {[format.short(movement.at), movement.user].filter(Boolean).join(' · ')}
            {movement.reference && (
              <>
                {' · '}
                <MovementReference movement={movement} />
              </>
            )}
            {lotNumber(movement.lot_number) && ` · ${lotNumber(movement.lot_number)}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
