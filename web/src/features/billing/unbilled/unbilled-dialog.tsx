import { api, type UnbilledRow } from '@longshore/contract';
import { Anchor, Button, Group } from '@mantine/core';
import { IconReceiptOff } from '@tabler/icons-react';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { LineTable } from '../../../ui/detail/line-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { locationPath } from '../../records/index.ts';
import css from '../billing.module.css';
import { billPath, chargePath, fixOf, uomPath, useGapReason } from './gap-words.ts';

interface UnbilledDialogProps {
  row: UnbilledRow;
  onRun: () => void;
  /** Of the row, or of one of its shipments. */
  onWaive: (shipmentId?: number) => void;
  onUnwaive: () => void;
  onClose: () => void;
}

/** One row of the list in words: why it is not billed, what to do, and links to where it is done. */
export function UnbilledDialog({ row, onRun, onWaive, onUnwaive, onClose }: UnbilledDialogProps) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const why = useGapReason();
  const fix = fixOf(row);
  const mayChange = can(api.unbilled.waive.access);
  const what = [row.client, row.activity, row.item].filter(Boolean).join(' · ');
  return (
    <Dialog title={t(`billing.unbilled.reasons.${row.reason}`)} size={560} onClose={onClose}>
      <div className={css.explained}>
        <p>{what}</p>
        <p>{why(row)}</p>
        {row.waived_at ? (
          <p>
            {t('billing.unbilled.waivedBy', { user: row.waived_by, moment: format.dateTime(row.waived_at) })}:{' '}
            {row.waived_note}
          </p>
        ) : (
          <p>{t(`billing.unbilled.fixHint.${row.reason}`, { day: format.date(row.from_day) })}</p>
        )}
      </div>
      <Group justify="flex-end" gap="xs" my="md">
        {fix && !row.waived_at && can(fix.access) && (
          <Button component={RouteLink} href={fix.href} variant="default">
            {t(`billing.unbilled.fix.${row.reason}`)}
          </Button>
        )}
        {mayChange && row.waived_at && <Button onClick={onUnwaive}>{t('billing.unbilled.unwaive')}</Button>}
        {mayChange && !row.waived_at && (
          <>
            <Button variant="default" onClick={() => onWaive()}>
              {t('billing.unbilled.waive')}
            </Button>
            <Button onClick={onRun}>{t('billing.unbilled.run')}</Button>
          </>
        )}
      </Group>
      <Skus row={row} />
      <Places row={row} />
      <Causes row={row} onWaive={mayChange && !row.waived_at ? onWaive : undefined} />
    </Dialog>
  );
}

function Skus({ row }: { row: UnbilledRow }) {
  const t = useText();
  const format = useFormat();
  const { skus = [], more = 0 } = row.details;
  if (skus.length === 0) return null;
  return (
    <>
      <LineTable
        label={t('billing.unbilled.about')}
        rows={skus}
        rowKey={({ id }) => id}
        dense
        columns={[
          {
            header: 'billing.explanation.sku',
            long: true,
            render: ({ id, sku }) => (
              <Anchor component={RouteLink} href={uomPath(id)}>
                <Mono>{sku}</Mono>
              </Anchor>
            ),
          },
          { header: 'billing.explanation.units', right: true, width: 110, render: ({ units }) => format.number(units) },
        ]}
      />
      {more > 0 && <p>{t('billing.unbilled.more', { count: more })}</p>}
    </>
  );
}

/**
 * Locations of the newest day whose category is not charged; each leads to its page, where the category is corrected.
 */
function Places({ row }: { row: UnbilledRow }) {
  const t = useText();
  const { places = [], more = 0 } = row.details;
  if (places.length === 0) return null;
  return (
    <>
      <LineTable
        label={t('billing.unbilled.about')}
        rows={places}
        rowKey={({ id }) => id}
        dense
        columns={[
          {
            header: 'billing.unbilled.location',
            long: true,
            render: ({ id, location }) => (
              <Anchor component={RouteLink} href={locationPath(id)}>
                <Mono>{location}</Mono>
              </Anchor>
            ),
          },
          {
            header: 'billing.unbilled.category',
            render: ({ category }) => category || t('billing.unbilled.noCategory'),
          },
        ]}
      />
      {more > 0 && <p>{t('billing.unbilled.more', { count: more })}</p>}
    </>
  );
}

interface CausesProps {
  row: UnbilledRow;
  /** Left out when nothing can be waived. */
  onWaive: ((shipmentId: number) => void) | undefined;
}

/** The newest shipments and counts; a shipment can be billed, charged or waived by itself. */
function Causes({ row, onWaive }: CausesProps) {
  const t = useText();
  const { named, causes, reason } = row;
  if (named.length === 0) return null;
  const isShipment = row.billable_type === 'shipment';
  const title = t(isShipment ? 'billing.unbilled.shipments' : 'billing.unbilled.counts', { count: causes });
  const nameOf = ({ id, name }: Named) => name || `#${id}`;
  return (
    <>
      <p>{causes > named.length ? t('billing.unbilled.newest', { count: causes }) : title}</p>
      <LineTable
        label={title}
        rows={named}
        rowKey={({ id }) => id}
        dense
        columns={[
          {
            header: isShipment ? 'billing.unbilled.shipment' : 'billing.unbilled.count',
            long: true,
            render: (each) => <CauseName cause={each} name={nameOf(each)} />,
          },
        ]}
        actions={(each) => {
          const name = nameOf(each);
          return (
            <>
              {reason === 'no_cost' && !row.waived_at && (
                <Anchor
                  component={RouteLink}
                  href={chargePath(row, each)}
                  aria-label={t('billing.unbilled.enterOne', { name })}
                >
                  {t('billing.unbilled.fix.no_cost')}
                </Anchor>
              )}
              {isShipment && onWaive && causes > 1 && (
                <RowAction
                  label={t('billing.unbilled.waiveOne', { name })}
                  icon={IconReceiptOff}
                  run={() => onWaive(each.id)}
                />
              )}
            </>
          );
        }}
      />
    </>
  );
}

type Named = UnbilledRow['named'][number];

/** Linked to the page of the shipment, with its charges open when nobody billed it, or of the count. */
function CauseName({ cause: { id, direction }, name }: { cause: Named; name: string }) {
  const { can } = useSession();
  const mayOpen = can((direction ? api.shipments.get : api.counts.get).access);
  if (!mayOpen) return <Mono>{name}</Mono>;
  return (
    <Anchor component={RouteLink} href={direction ? billPath(direction, id) : `/counts/${id}/action/view`}>
      <Mono>{name}</Mono>
    </Anchor>
  );
}
