import {
  CUSTOMS_DEFAULTS,
  type CustomsItem,
  LABEL_DAYS,
  type Label,
  Money,
  missingCustoms,
  type PartnerCatalogue,
  reasonSentence,
  type ShipmentLabels,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { days, later } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import { readCatalogue } from '../../channels/index.ts';
import {
  type Carton,
  type CustomsLine,
  type LabelShipment,
  listCartons,
  listCustomsLines,
  readLabelShipment,
} from './label-facts.view.ts';
import { arriveBy } from './label-rules.ts';
import { LABEL_PARTNER, type LabelTools } from './label-tools.ts';
import { countsAs, isPrintable, listLabels, readFormat, type StoredLabel } from './labels.store.ts';

export const LABELS_AT = `/print/${LABEL_PARTNER}/labels`;

/** The purchase has been under way for so long that its answer is lost. */
const LOST_SECONDS = 90;

const STATUSES: Partial<Record<StoredLabel['state'], string>> = {
  bought: 'SUCCESS',
  voiding: 'voided',
  voided: 'voided',
};

const isUnknown = ({ state, is_unknown, object_id, sent_ago }: StoredLabel) =>
  state === 'asked' && object_id === '' && (is_unknown || (sent_ago ?? 0) > LOST_SECONDS);

function labelOf(label: StoredLabel, cartons: readonly Carton[], { labelKeys }: LabelTools): Label {
  const carton = cartons.find(({ number }) => number === label.carton);
  return {
    id: label.id,
    object_id: label.object_id,
    state: label.state,
    status: STATUSES[label.state] ?? '',
    container_id: carton?.id ?? null,
    own_number: carton?.own_number || label.own_number,
    carrier: label.carrier,
    service: label.service,
    tracking_number: label.tracking_number,
    tracking_url: label.tracking_url,
    label_url: label.path ? `${LABELS_AT}/${labelKeys.make(label.id)}` : '',
    format: label.format,
    cost: Number(label.cost),
    currency: label.currency,
    problem: label.problem && reasonSentence(label.problem),
    problem_key: label.problem,
    is_unknown: isUnknown(label),
    printed_at: label.printed_at,
    tracking_status: label.tracking_status,
    tracking: label.tracking.map(({ status, at, place, text }) => ({ status, at, place, text })),
    user: label.user_name,
    created_at: label.created_at,
    expires_at: later(new Date(label.created_at), days(LABEL_DAYS)).toISOString(),
    voided_at: label.voided_at,
  };
}

/** Why no label can be bought now. */
export function blockedBy(shipment: LabelShipment, hasAccount: boolean, actor: Actor): ShipmentLabels['blocked'] {
  const { direction, status, holder, packed, shippo_id, shippo_address_id } = shipment;
  if (direction === 'inbound') return 'Inbound';
  if (status === 'Finished') return 'Finished';
  if (holder && holder.id !== actor.id) return 'Locked';
  if (!packed) return 'NotPacked';
  if (!hasAccount) return 'NoAccount';
  if (!shippo_id) return 'NoLabelCourier';
  return shippo_address_id ? '' : 'NoSender';
}

type Places = PartnerCatalogue['places'];

/** The country that parcels leave from: the sender's, where the partner says which. */
export const senderCountry = (shipment: LabelShipment, places: Places): string =>
  places.find(({ id }) => id === shipment.shippo_address_id)?.country_code || shipment.home_country_code;

export const isAbroad = (country: string | undefined, shipment: LabelShipment, places: Places): boolean =>
  (country || shipment.home_country_code).toUpperCase() !== senderCountry(shipment, places).toUpperCase();

const ISO_COUNTRY = /^[A-Z]{2}$/;

/** A line as customs read it, with what is missing; the specification's words stand in for that. */
export function customsItemOf(line: CustomsLine, currency: string): CustomsItem & { missing: string[] } {
  const origin = ISO_COUNTRY.test(line.origin) ? line.origin : '';
  return {
    description: (line.name || CUSTOMS_DEFAULTS.description).slice(0, 100),
    quantity: line.units,
    value_amount: Number(Money.ofNumber(line.value).rounded(2)),
    value_currency: currency || CUSTOMS_DEFAULTS.value_currency,
    origin_country: origin || CUSTOMS_DEFAULTS.origin_country,
    tariff_number: line.hs_code.slice(0, 12),
    sku_code: line.sku.slice(0, 64),
    missing: missingCustoms({ value: String(line.value), hs_code: line.hs_code, origin }),
  };
}

export async function readShipmentLabels(
  tx: Tx,
  tools: LabelTools,
  actor: Actor,
  id: number,
  hasAccount: boolean,
): Promise<ShipmentLabels> {
  const shipment = await readLabelShipment(tx, id);
  if (!shipment) throw refused(40001);
  const [cartons, labels, lines, catalogue, format] = await Promise.all([
    listCartons(tx, id),
    listLabels(tx, id),
    listCustomsLines(tx, id),
    readCatalogue(tx, LABEL_PARTNER),
    readFormat(tx, actor.id),
  ]);
  const counting = new Map(labels.filter(countsAs).map((label) => [label.carton, label.id]));
  const cost = Money.sum(labels.filter(({ state }) => state === 'bought').map((label) => Money.of(label.cost)));
  const sender = catalogue.places.find((place) => place.id === shipment.shippo_address_id);
  const abroad = isAbroad(shipment.shipping_addr.country_code, shipment, catalogue.places);
  return {
    blocked: blockedBy(shipment, hasAccount, actor),
    sender: sender?.address || sender?.name || '',
    format,
    measure: shipment.measure,
    parcels: cartons.map(({ id: container_id, number, own_number, length, width, height, weight, full }) => ({
      container_id,
      own_number,
      length,
      width,
      height,
      weight,
      full,
      label_id: counting.get(number) ?? null,
    })),
    labels: labels.map((label) => labelOf(label, cartons, tools)),
    labels_url: labels.some(isPrintable) ? `${LABELS_AT}/${tools.shipmentKeys.make(id)}` : '',
    customs: abroad ? lines.map((line) => customsItemOf(line, shipment.currency)) : [],
    is_international: abroad,
    arrive_by: arriveBy(shipment),
    cost: Number(cost),
    charged: Number(cost.timesRate(shipment.charge_factor)),
    currency: shipment.currency,
    modifier: Number(shipment.modifier),
  };
}
