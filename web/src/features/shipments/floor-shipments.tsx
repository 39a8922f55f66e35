import {
  api,
  type Direction,
  isShipmentEventAllowed,
  type Shipment,
  type ShipmentRow,
  type WaveRow,
} from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Loaded } from '../../ui/detail/loaded.tsx';
import css from '../../ui/floor/floor.module.css';
import { FLOOR, FloorPage } from '../../ui/floor/floor-page.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { LeaveScans } from '../../ui/scan/leave-scans.tsx';
import { FulfilPanel } from './fulfil/fulfil-panel.tsx';
import type { Typed } from './fulfil/leave-typed.tsx';
import { progressOf } from './shipment-rules.ts';

const LISTED_MAX = 50;
const PLACES = { inbound: '/floor/receive', outbound: '/floor/pick' } as const;
const TILES = { inbound: 'receive', outbound: 'pick' } as const;

/** What is to be fulfilled, the earliest ship date first. */
const queryOf = (direction: Direction) => ({
  query: {
    filter_by: { type: [direction], status: ['In Warehouse'] },
    order_by: { ship_date: 'asc' as const },
    per_page: LISTED_MAX,
  },
});

function Row({ row }: { row: ShipmentRow }) {
  const t = useText();
  const format = useFormat();
  return (
    <li>
      <RouteLink className={css.row} href={`/floor/shipment/${row.id}`}>
        <span className={css.rowText}>
          {t('shipments.title', { id: row.id })}
          <span className={css.note}>
            {[row.client, row.reference, row.ship_date && format.date(row.ship_date), row.locked_by]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className={css.rowFigure}>
          {format.number(row.fulfilled)} / {format.number(row.units)}
        </span>
      </RouteLink>
    </li>
  );
}

const openWaves = { query: { filter_by: { state: ['picking'] }, per_page: LISTED_MAX } };

function WaveLink({ wave }: { wave: WaveRow }) {
  const t = useText();
  const format = useFormat();
  const { id, cart, shipments, picker, picked, units } = wave;
  const about = [t('onFloor.wave.row', { cart, shipments: format.number(shipments) }), picker].filter(Boolean);
  return (
    <li>
      <RouteLink className={css.row} href={`/floor/waves/${id}`}>
        <span className={css.rowText}>
          {t('waves.wave', { id })}
          <span className={css.note}>{about.join(' · ')}</span>
        </span>
        <span className={css.rowFigure}>
          {format.number(picked)} / {format.number(units)}
        </span>
      </RouteLink>
    </li>
  );
}

/** The waves that are being picked. */
function OpenWaves() {
  const t = useText();
  const { data } = useRead(api.waves.list, openWaves);
  if (!data || data.records.length === 0) return null;
  return (
    <section className={css.section}>
      <h2 className={css.sectionTitle}>{t('onFloor.wave.many')}</h2>
      <ul className={css.rows}>
        {data.records.map((wave) => (
          <WaveLink key={wave.id} wave={wave} />
        ))}
      </ul>
      <h2 className={css.sectionTitle}>{t('onFloor.wave.ofShipments')}</h2>
    </section>
  );
}

function FloorShipments({ direction }: { direction: Direction }) {
  const t = useText();
  const read = useRead(api.shipments.list, queryOf(direction));
  const name = TILES[direction];
  return (
    <FloorPage title={t(`onFloor.tiles.${name}`)} sub={t(`onFloor.notes.${name}`)}>
      {direction === 'outbound' && <OpenWaves />}
      <Loaded inPage read={read} backTo={FLOOR}>
        {({ records }) => (
          <>
            {records.length === 0 && <p className={css.blank}>{t(`onFloor.none.${name}`)}</p>}
            <ul className={css.rows}>
              {records.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </FloorPage>
  );
}

export const FloorReceive = () => <FloorShipments direction="inbound" />;
export const FloorPick = () => <FloorShipments direction="outbound" />;

/** Receives or picks a shipment by scanning. */
export function FloorShipment() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.shipments.get, { params: { id: Number(id) } });
  const shipment = read.data;
  const done = shipment && progressOf(shipment);
  return (
    <FloorPage
      title={t('shipments.title', { id: Number(id) })}
      sub={shipment?.order.reference}
      back={shipment ? PLACES[shipment.direction] : FLOOR}
      aside={
        done && (
          <span className={css.rowFigure}>
            {done.fulfilled} / {done.units}
          </span>
        )
      }
    >
      <Loaded inPage read={read} backTo={FLOOR}>
        {(record) => <Fulfilling key={record.id} shipment={record} />}
      </Loaded>
    </FloorPage>
  );
}

function Fulfilling({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const go = useGo();
  const [typed, setTyped] = useState<Typed>();
  const area = useRef<HTMLDivElement>(null);
  // In its dialog the field gets the focus from the dialog.
  useEffect(() => area.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const isOpen = isShipmentEventAllowed(shipment.status, 'fulfil') || shipment.status === 'Ready';
  if (!isOpen) return <p className={css.blank}>{t(`orders.shipmentStatuses.${shipment.status}`)}</p>;
  return (
    <div ref={area}>
      <FulfilPanel
        shipment={shipment}
        onLine={() => {}}
        onDone={() => go(PLACES[shipment.direction])}
        onTyped={setTyped}
        onPending={(run) => <LeaveScans pending={run.pending} isAsking={false} onLeave={() => {}} onStay={() => {}} />}
      />
      {typed && <LeaveGuard form={{ dirty: true, wouldLose: () => true, removeDraft: typed.drop }} />}
    </div>
  );
}
