import { api, type Freight, type Label, type Shipment, type ShipmentLabels, type Station } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { formatMoney, useFormat } from '../../lib/format.ts';
import { type Translate, useText } from '../../lib/text/text.ts';
import css from './shipments.module.css';

/** The parcel is on its way, or the carrier kept the money before: the label stays, as the server decides it too. */
const stays = ({ tracking_status, problem_key }: Label) =>
  !['unknown', 'pre_transit'].includes(tracking_status) || problem_key === 'CarrierKeepsMoney';
const isBooked = ({ state }: Freight) => state === 'wanted' || state === 'SUBMITTED' || state === 'CONFIRMED';
const isAtStation = ({ state }: Station) => state === 'wanted' || state === 'pushed';

const costOf = (labels: readonly Label[]) => labels.reduce((sum, { cost }) => sum + cost, 0);

function linesOfLabels(t: Translate, { labels }: ShipmentLabels, money: (value: number) => string): string[] {
  const bought = labels.filter(({ state }) => state === 'bought');
  const [kept, voided] = [bought.filter(stays), bought.filter((label) => !stays(label))];
  const asked = labels.filter(({ state }) => state === 'asked');
  return [
    ...(voided.length > 0 ? [t('shipments.void.labels', { count: voided.length, cost: money(costOf(voided)) })] : []),
    ...(kept.length > 0 ? [t('shipments.void.kept', { count: kept.length, cost: money(costOf(kept)) })] : []),
    ...(asked.length > 0 ? [t('shipments.void.asked', { count: asked.length })] : []),
  ];
}

/** What was bought or booked at partners for a shipment that is to be voided, and what becomes of it. */
export function VoidConsequences({ shipment: { id, exist_in_fba, fba_shipment_id } }: { shipment: Shipment }) {
  const t = useText();
  const { place } = useFormat();
  const input = { params: { id } };
  const labels = useRead(api.labels.get, input);
  const freight = useRead(api.freight.get, input);
  const station = useRead(api.station.get, input);
  if (labels.error || freight.error || station.error)
    return <p className={css.consequence}>{t('shipments.void.unread')}</p>;
  if (!labels.data || !freight.data || !station.data)
    return <p className={css.consequence}>{t('shipments.void.reading')}</p>;
  const { currency } = labels.data;
  const lines = [
    ...linesOfLabels(t, labels.data, (value) => formatMoney(value, place, currency)),
    ...(isBooked(freight.data) ? [t('shipments.void.freight', { booking: freight.data.booking_id || '–' })] : []),
    ...(isAtStation(station.data) ? [t('shipments.void.station', { number: station.data.number })] : []),
    ...(exist_in_fba ? [t('shipments.void.marketplace', { number: fba_shipment_id })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <section className={css.consequences} aria-label={t('shipments.void.partners')}>
      <h3>{t('shipments.void.partners')}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
