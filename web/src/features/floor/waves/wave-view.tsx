import { api, type Wave, type WavePick, type WaveShipment, type WaveShort } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconBan, IconPrinter } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { refresh, remember, useRead, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DetailPage, Section } from '../../../ui/detail/detail-page.tsx';
import { Facts } from '../../../ui/detail/facts.tsx';
import { type LineColumn, LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { shipmentPath } from '../../records/index.ts';
import { Savings } from './savings.tsx';
import { WaveMap } from './wave-map.tsx';
import { wavesPath } from './wave-paths.ts';
import { shipmentPills, statePills } from './wave-words.ts';
import css from './waves.module.css';

const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

export function WaveView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.waves.get, { params: { id: Number(id) } });
  return (
    <Loaded read={read} backTo={listAddress(wavesPath)}>
      {(wave) => <WavePage key={wave.id} wave={wave} />}
    </Loaded>
  );
}

function WavePage({ wave }: { wave: Wave }) {
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<'ticket' | 'end'>();
  const title = t('waves.wave', { id: wave.id });
  const isEndable = wave.state === 'picking' && can(api.waves.void.access);
  return (
    <DetailPage
      title={title}
      crumbs={[
        { label: t('shell.operation') },
        { label: t('waves.many'), href: listAddress(wavesPath) },
        { label: title },
      ]}
      badge={<StatusPill status={statePills[wave.state]}>{t(`waves.states.${wave.state}`)}</StatusPill>}
      actions={
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.7} />}
          onClick={() => setShown('ticket')}
        >
          {t('waves.ticket')}
        </Button>
      }
      menu={
        isEndable
          ? [
              {
                label: t('waves.void'),
                icon: <IconBan size={16} stroke={1.7} />,
                danger: true,
                run: () => setShown('end'),
              },
            ]
          : []
      }
    >
      <Section>
        <WaveFacts wave={wave} />
      </Section>
      <Section title={t('waves.walk')}>
        <div className={css.walk}>
          <Savings walked={wave} />
          <WaveMap map={wave.map} stops={wave.stops} />
        </div>
      </Section>
      <Section title={t('waves.shipments')} count={wave.shipments.length}>
        <Shipments wave={wave} />
      </Section>
      <Section title={t('waves.stops')} count={wave.stops.length}>
        <Missing wave={wave} />
        <Stops wave={wave} />
      </Section>
      {wave.shorts.length > 0 && (
        <Section title={t('waves.shorts')} count={wave.shorts.length}>
          <Shorts wave={wave} />
        </Section>
      )}
      {shown === 'ticket' && (
        <PdfDialog
          endpoint={api.waves.ticket}
          input={{ query: { id: String(wave.id) } }}
          title={title}
          fileName={`wave-${wave.id}.pdf`}
          onClose={() => setShown(undefined)}
        />
      )}
      {shown === 'end' && <EndDialog wave={wave} onClose={() => setShown(undefined)} />}
    </DetailPage>
  );
}

function WaveFacts({ wave }: { wave: Wave }) {
  const t = useText();
  const format = useFormat();
  return (
    <Facts
      items={[
        { label: 'waves.cart', value: wave.cart },
        { label: 'waves.picker', value: wave.assignee?.name ?? t('waves.nobody') },
        { label: 'waves.picked', value: `${format.number(wave.picked)} / ${format.number(wave.units)}` },
        { label: 'waves.createdAt', value: format.dateTime(wave.created_at), second: wave.user },
        ...(wave.ended_at ? [{ label: 'waves.endedAt' as const, value: format.dateTime(wave.ended_at) }] : []),
      ]}
    />
  );
}

function Shipments({ wave }: { wave: Wave }) {
  const t = useText();
  const format = useFormat();
  const columns: LineColumn<WaveShipment>[] = [
    { header: 'waves.tote', width: 90, render: ({ full_totes, tote }) => [...full_totes, tote].join(', ') },
    {
      header: 'waves.shipment',
      render: ({ shipment_id, reference, company }) => (
        <TwoLines
          first={<RouteLink href={shipmentPath('outbound', shipment_id)}>{reference}</RouteLink>}
          second={company}
        />
      ),
    },
    { header: 'waves.courier', render: ({ courier }) => courier },
    { header: 'waves.lines', right: true, width: 80, render: ({ lines }) => format.number(lines) },
    {
      header: 'waves.picked',
      right: true,
      width: 110,
      render: ({ picked, units }) => `${format.number(picked)} / ${format.number(units)}`,
    },
    {
      header: 'waves.state',
      narrow: 'end',
      width: 200,
      render: ({ state, reason_key }) => (
        <TwoLines
          first={<StatusPill status={shipmentPills[state]}>{t(`waves.shipmentStates.${state}`)}</StatusPill>}
          second={reason_key ? translateMessage(t, reason_key) : ''}
        />
      ),
    },
  ];
  return (
    <LineTable
      label={t('waves.shipments')}
      columns={columns}
      rows={wave.shipments}
      rowKey={({ shipment_id }) => shipment_id}
    />
  );
}

function Missing({ wave }: { wave: Wave }) {
  const t = useText();
  const format = useFormat();
  return wave.missing.map(({ line_id, sku, quantity }) => (
    <p key={line_id} className={css.warning}>
      {t('waves.missing', { quantity: format.number(quantity), sku })}
    </p>
  ));
}

interface PickAtStop extends WavePick {
  number: number;
  location: string;
}

function Stops({ wave }: { wave: Wave }) {
  const t = useText();
  const format = useFormat();
  const rows = wave.stops.flatMap(({ number, location, picks }) =>
    picks.map((pick): PickAtStop => ({ ...pick, number, location })),
  );
  const columns: LineColumn<PickAtStop>[] = [
    { header: 'waves.stops', right: true, width: 70, render: ({ number }) => number },
    {
      header: 'waves.place',
      width: 140,
      render: ({ location, license }) => <TwoLines first={location || t('waves.noBin')} second={license} />,
    },
    { header: 'waves.item', render: ({ sku, name }) => <TwoLines first={sku} second={name} /> },
    { header: 'waves.quantity', right: true, width: 90, render: ({ quantity }) => format.number(quantity) },
    { header: 'waves.tote', width: 90, noWrap: true, render: ({ tote }) => tote },
    {
      header: 'waves.state',
      narrow: 'end',
      width: 130,
      render: ({ done }) => (
        <StatusPill status={done ? 'finished' : 'open'}>{t(done ? 'waves.done' : 'waves.open')}</StatusPill>
      ),
    },
  ];
  return (
    <LineTable
      label={t('waves.stops')}
      columns={columns}
      rows={rows}
      rowKey={(pick) => `${pick.fulfillment_id} ${pick.line_id} ${pick.license_id} ${pick.lot_id}`}
    />
  );
}

function Shorts({ wave }: { wave: Wave }) {
  const t = useText();
  const format = useFormat();
  const columns: LineColumn<WaveShort>[] = [
    { header: 'waves.item', render: ({ sku, location }) => <TwoLines first={sku} second={location} /> },
    { header: 'waves.quantity', right: true, width: 90, render: ({ quantity }) => format.number(quantity) },
    { header: 'waves.why', render: ({ why, note }) => <TwoLines first={t(`waves.whys.${why}`)} second={note} /> },
    {
      header: 'waves.user',
      width: 180,
      render: ({ user, at }) => <TwoLines first={user} second={format.dateTime(at)} />,
    },
  ];
  return <LineTable label={t('waves.shorts')} columns={columns} rows={wave.shorts} rowKey={({ id }) => id} />;
}

function EndDialog({ wave, onClose }: { wave: Wave; onClose: () => void }) {
  const t = useText();
  const params = { id: wave.id };
  const end = useWrite(api.waves.void, {
    onSuccess: (ended) => {
      remember(api.waves.get, { params }, ended);
      void refresh(api.waves.list);
      onClose();
    },
    onFailure: () => {
      void refresh(api.waves.get, { params });
      onClose();
      return undefined;
    },
  });
  return (
    <ConfirmDialog
      title={t('waves.voidTitle', params)}
      text={t('waves.voidText')}
      back={t('common.cancel')}
      confirm={t('waves.void')}
      danger
      busy={end.isPending}
      onConfirm={() => end.mutate({ params })}
      onClose={onClose}
    />
  );
}
