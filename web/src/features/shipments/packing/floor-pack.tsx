import { api, readOwnCode, type ToteWaiting } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { asFailure, useRead } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { type Translate, useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import css from '../../../ui/floor/floor.module.css';
import { FloorPage } from '../../../ui/floor/floor-page.tsx';
import { FloorScan } from '../../../ui/floor/floor-scan.tsx';
import { RouteLink, useGo } from '../../../ui/route-link.tsx';
import { describeScan, lookUp } from '../../../ui/scan/look-up.ts';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { FloorPackHead } from './pack-head.tsx';
import { Packable } from './pack-screen.tsx';

const PACK = '/floor/pack';
const packPath = (shipmentId: number) => `${PACK}/${shipmentId}`;

type Found = { href: string } | { why: string };

async function findInTote(code: string, t: Translate): Promise<Found> {
  const { tote, shipment_id, units_left: units } = await call(api.totes.lookUp, { query: { code } });
  return units > 0 ? { why: t('onFloor.pack.notPicked', { tote, count: units }) } : { href: packPath(shipment_id) };
}

/**
 * The shipment of a tote or of a ticket. Throws when the server cannot be reached, or knows no shipment in the tote.
 */
async function findToPack(code: string, t: Translate): Promise<Found> {
  const own = readOwnCode(code);
  if (own?.kind === 'shipment') return { href: packPath(Number(own.id)) };
  if (own?.kind === 'tote') return findInTote(code, t);
  const hits = await lookUp(code);
  const tote = hits.find(({ kind }) => kind === 'tote');
  if (tote) return findInTote(tote.title, t);
  const shipment = hits.find(({ kind }) => kind === 'shipment');
  if (shipment) return { href: packPath(shipment.id) };
  return { why: `${describeScan(code, hits, t)} ${t('onFloor.pack.expected')}` };
}

const REFRESH_MS = 30_000;

function WaitingTote({ waiting: { totes, shipment_id, reference, company, units, since } }: { waiting: ToteWaiting }) {
  const t = useText();
  const format = useFormat();
  const about = [reference, company, t('onFloor.pack.since', { time: format.dateTime(since) })];
  return (
    <li>
      <RouteLink className={css.row} href={packPath(shipment_id)}>
        <span className={css.rowText}>
          {totes.join(', ')}
          <span className={css.note}>{about.join(' · ')}</span>
        </span>
        <span className={css.rowFigure}>{t('onFloor.pack.units', { units: format.number(units), count: units })}</span>
      </RouteLink>
    </li>
  );
}

/** The totes that are picked, those that have waited longest first. Without the network the field alone is left. */
function WaitingTotes() {
  const t = useText();
  const { data } = useRead(api.totes.waiting, {}, { staleTime: 0, refetchInterval: REFRESH_MS });
  if (!data) return null;
  const { totes, more } = data;
  return (
    <section className={css.section}>
      <h2 className={css.sectionTitle}>{t('onFloor.pack.waiting')}</h2>
      {totes.length === 0 && <p className={css.blank}>{t('onFloor.pack.noneWaits')}</p>}
      <ul className={css.rows}>
        {totes.map((each) => (
          <WaitingTote key={each.id} waiting={each} />
        ))}
      </ul>
      {more && <p className={css.note}>{t('onFloor.pack.more', { count: totes.length })}</p>}
    </section>
  );
}

/** A tote or a ticket says which shipment is packed. */
export function FloorPack() {
  const t = useText();
  const go = useGo();
  const box = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<{ step: number; why: string }>();
  const refuse = (why: string) => {
    playTone('bad');
    setRefusal((before) => ({ step: (before?.step ?? 0) + 1, why }));
  };
  const start = async (code: string) => {
    try {
      const found = await findToPack(code, t);
      if ('why' in found) return refuse(found.why);
      playTone('good');
      go(found.href);
    } catch (error) {
      refuse(refusalOf(asFailure(error), t));
    }
  };
  return (
    <FloorPage title={t('onFloor.tiles.pack')} sub={t('onFloor.notes.pack')}>
      {refusal && (
        <ScanRefusal
          step={refusal.step}
          clearLabel={t('common.close')}
          onClear={() => {
            setRefusal(undefined);
            box.current?.focus();
          }}
        >
          {refusal.why}
        </ScanRefusal>
      )}
      <FloorScan
        box={box}
        label={t('onFloor.pack.expected')}
        placeholder={t('scan.field')}
        onScan={(code) => void start(code)}
      />
      <WaitingTotes />
    </FloorPage>
  );
}

/** The packing of the desk in the frame of the floor. */
export function FloorPackShipment() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.shipments.get, { params: { id: Number(id) } }, { staleTime: 0 });
  return (
    <FloorPage title={t('packing.titleOf', { id: Number(id) })} sub={read.data?.order.reference} back={PACK}>
      <Allowed access={api.shipments.pack.access} backTo={PACK}>
        <Loaded inPage read={read} fresh backTo={PACK}>
          {(shipment) => <Packable key={shipment.id} shipment={shipment} back={PACK} Head={FloorPackHead} inPage />}
        </Loaded>
      </Allowed>
    </FloorPage>
  );
}
