import { api, GAP_REASONS, type UnbilledRow } from '@longshore/contract';
import { Anchor } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPlay, IconReceiptOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import type { BulkAction, Column, ListFilter } from '../../../ui/list/list-types.ts';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { locationPath, useClientFilter } from '../../records/index.ts';
import { billPath, uomPath } from './gap-words.ts';
import { RerunDialog } from './rerun-dialog.tsx';
import { UnbilledDialog } from './unbilled-dialog.tsx';
import { useUnwaive, WaiveDialog } from './waive-dialog.tsx';

const isWaived = ({ waived_at }: UnbilledRow) => waived_at !== null;

function Reason({ row: { reason } }: { row: UnbilledRow }) {
  return useText()(`billing.unbilled.reasons.${reason}`);
}

/** Shipments that nobody billed have no activity yet: they arrive or leave. */
function Charge({ row: { activity, item, direction } }: { row: UnbilledRow }) {
  const t = useText();
  if (direction) return t(`navigation.shipments.${direction}`);
  return [activity, item].filter(Boolean).join(' · ') || '–';
}

function Span({ row: { from_day, to_day } }: { row: UnbilledRow }) {
  const t = useText();
  const format = useFormat();
  const [from, to] = [format.date(from_day), format.date(to_day)];
  return from_day === to_day ? from : t('billing.unbilled.span', { from, to });
}

/** SKUs or locations a cell names; the dialog names more. */
const NAMED = 2;

/** The first SKUs or locations, or the shipments, each with a link to where it is corrected. */
function About({ row }: { row: UnbilledRow }) {
  const t = useText();
  const format = useFormat();
  const { skus = [], places = [], more = 0, units } = row.details;
  const shipments = row.named.filter(({ direction }) => direction !== null);
  const records = [
    ...skus.map(({ id, sku }) => ({ id, name: sku, href: uomPath(id) })),
    ...places.map(({ id, location }) => ({ id, name: location, href: locationPath(id) })),
  ];
  const links = records.length
    ? records.slice(0, NAMED)
    : shipments.slice(0, NAMED).map(({ id, name, direction }) => ({
        id,
        name: name || `#${id}`,
        href: billPath(direction ?? 'outbound', id),
      }));
  const others = records.length ? records.length + more - links.length : row.causes - links.length;
  if (links.length === 0) {
    if (units !== undefined) return t('billing.unbilled.unitCount', { count: format.number(units) });
    return t(row.billable_type === 'count' ? 'billing.unbilled.counts' : 'billing.unbilled.days', {
      count: row.causes,
    });
  }
  return (
    <>
      {links.map(({ id, name, href }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Anchor component={RouteLink} href={href}>
            <Mono>{name}</Mono>
          </Anchor>
        </span>
      ))}
      {others > 0 && `, ${t('billing.unbilled.more', { count: others })}`}
    </>
  );
}

const columns: Column<UnbilledRow>[] = [
  {
    field: 'reason',
    header: 'billing.unbilled.reason',
    width: 190,
    title: true,
    render: (row) => <Reason row={row} />,
  },
  { field: 'client', header: 'billing.unbilled.client' },
  {
    field: 'activity',
    header: 'billing.unbilled.charge',
    render: (row) => <Charge row={row} />,
  },
  { field: 'details', header: 'billing.unbilled.about', render: (row) => <About row={row} /> },
  { field: 'to_day', header: 'billing.unbilled.period', width: 285, render: (row) => <Span row={row} /> },
  { field: 'causes', header: 'billing.unbilled.times', kind: 'number', width: 90, narrow: 'end' },
];

const reasonFilter: ListFilter = {
  name: 'reason',
  label: 'billing.unbilled.reason',
  options: Object.fromEntries(GAP_REASONS.map((reason) => [reason, `billing.unbilled.reasons.${reason}` as const])),
};
const stateFilter: ListFilter = {
  name: 'state',
  label: 'billing.unbilled.state',
  options: { open: 'billing.unbilled.open', waived: 'billing.unbilled.waived' },
};

type Shown = { what: 'row' | 'waive' | 'run'; rows: UnbilledRow[]; shipmentId?: number | undefined };

/** What happened and was not charged: why, where it is corrected, and computed again. */
export function UnbilledList() {
  const t = useText();
  const { can } = useSession();
  const clientFilter = useClientFilter('billing.unbilled.client');
  const [shown, setShown] = useState<Shown>();
  const unwaive = useUnwaive();
  const close = () => setShown(undefined);
  const mayChange = can(api.unbilled.waive.access);
  const show = (what: Shown['what']) => (rows: UnbilledRow[]) => setShown({ what, rows });
  const icon = { size: 16, stroke: 1.7 };
  const actions: BulkAction<UnbilledRow>[] = [
    {
      label: (count) => t('billing.unbilled.runMany', { count }),
      icon: <IconPlayerPlay {...icon} />,
      appliesTo: (row) => !isWaived(row),
      run: show('run'),
    },
    {
      label: (count) => t('billing.unbilled.waiveMany', { count }),
      icon: <IconReceiptOff {...icon} />,
      appliesTo: (row) => !isWaived(row),
      run: show('waive'),
    },
    {
      label: (count) => t('billing.unbilled.unwaiveMany', { count }),
      icon: <IconArrowBackUp {...icon} />,
      appliesTo: isWaived,
      run: unwaive,
    },
  ];
  const rowActions = (row: UnbilledRow) => {
    const { access } = api.unbilled.waive;
    const name = `${t(`billing.unbilled.reasons.${row.reason}`)} · ${row.client}`;
    const choices = isWaived(row)
      ? [{ label: t('billing.unbilled.unwaive'), icon: IconArrowBackUp, access, run: () => unwaive([row]) }]
      : [
          { label: t('billing.unbilled.run'), icon: IconPlayerPlay, access, run: () => show('run')([row]) },
          { label: t('billing.unbilled.waive'), icon: IconReceiptOff, access, run: () => show('waive')([row]) },
        ];
    return <RowMenu label={t('billing.unbilled.actions', { name })} choices={choices} />;
  };
  const [first] = shown?.rows ?? [];
  return (
    <>
      <ListScreen
        endpoint={api.unbilled.list}
        title={t('navigation.unbilled')}
        crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.unbilled') }]}
        columns={columns}
        onOpen={(row) => show('row')([row])}
        rowActions={rowActions}
        filters={[stateFilter, reasonFilter, clientFilter]}
        bulk={mayChange ? { actions } : undefined}
        searchPlaceholder="billing.unbilled.search"
        emptyText="billing.unbilled.none"
      />
      {shown?.what === 'row' && first && (
        <UnbilledDialog
          row={first}
          onRun={() => show('run')([first])}
          onWaive={(shipmentId) => setShown({ what: 'waive', rows: [first], shipmentId })}
          onUnwaive={() => {
            unwaive([first]);
            close();
          }}
          onClose={close}
        />
      )}
      {shown?.what === 'waive' && <WaiveDialog rows={shown.rows} shipmentId={shown.shipmentId} onClose={close} />}
      {shown?.what === 'run' && <RerunDialog rows={shown.rows} onClose={close} />}
    </>
  );
}
