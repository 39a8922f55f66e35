import { api, type UnbilledRow } from '@longshore/contract';
import { Anchor, Button, Group } from '@mantine/core';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { LineTable } from '../../../ui/detail/line-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import css from '../billing.module.css';
import { billPath, fixOf, uomPath, useWhy } from './gap-words.ts';

interface UnbilledDialogProps {
  row: UnbilledRow;
  onRun: () => void;
  onWaive: () => void;
  onUnwaive: () => void;
  onClose: () => void;
}

/** One row of the list in words: why it is not billed, what to do, and links to where it is done. */
export function UnbilledDialog({ row, onRun, onWaive, onUnwaive, onClose }: UnbilledDialogProps) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const why = useWhy();
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
      <Skus row={row} />
      <Causes row={row} />
      <Group justify="flex-end" gap="xs" mt="lg">
        {fix && !row.waived_at && can(fix.access) && (
          <Button component={RouteLink} href={fix.href} variant="default">
            {t(`billing.unbilled.fix.${row.reason}`)}
          </Button>
        )}
        {mayChange && row.waived_at && <Button onClick={onUnwaive}>{t('billing.unbilled.unwaive')}</Button>}
        {mayChange && !row.waived_at && (
          <>
            <Button variant="default" onClick={onWaive}>
              {t('billing.unbilled.waive')}
            </Button>
            <Button onClick={onRun}>{t('billing.unbilled.run')}</Button>
          </>
        )}
      </Group>
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
            ...{ header: 'billing.explanation.sku', long: true },
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

/** The newest shipments and counts. */
function Causes({ row }: { row: UnbilledRow }) {
  const t = useText();
  const { can } = useSession();
  if (row.named.length === 0) return null;
  const isShipment = row.billable_type === 'shipment';
  const others = row.causes - row.named.length;
  const mayOpen = can((isShipment ? api.shipments.get : api.counts.get).access);
  return (
    <p className={css.explained}>
      {t(isShipment ? 'billing.unbilled.shipments' : 'billing.unbilled.counts', { count: row.causes })}
      {': '}
      {row.named.map(({ id, name, direction }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          {mayOpen ? (
            <Anchor component={RouteLink} href={direction ? billPath(direction, id) : `/counts/${id}/action/view`}>
              {name || `#${id}`}
            </Anchor>
          ) : (
            name || `#${id}`
          )}
        </span>
      ))}
      {others > 0 && `, ${t('billing.unbilled.more', { count: others })}`}
    </p>
  );
}
