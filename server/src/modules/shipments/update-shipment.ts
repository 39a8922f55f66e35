import {
  CONTAINERS_MAX,
  type Message,
  MoneyIn,
  type Shipment,
  type ShipmentUpdate,
  type UpdateField,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid } from '../../platform/http/problem.ts';
import { queueTrace } from '../records/index.ts';
import { lockShipmentFor } from './lock-shipment.ts';
import { readShipmentRecord } from './shipment-record.view.ts';
import { queueProperty, readProperty } from './shipments.store.ts';

const refuse = (message: Message): never => {
  throw invalid('value', message);
};

const textValue = (value: number | string): string => {
  const text = String(value);
  return text.includes('\u0000') ? refuse('InvalidFormat') : text;
};

function amount(value: number | string): string {
  const parsed = MoneyIn.safeParse(value === '' ? 0 : value);
  return parsed.success ? parsed.data : refuse((parsed.error.issues[0]?.message ?? 'MoneyIsNotANumber') as Message);
}

function cartons(value: number | string): string {
  // Number() also reads 0x10 and 1e2.
  if (!/^\d{1,9}$/.test(String(value).trim())) return refuse('NotAWholeNumber');
  const count = Number(value);
  return count > CONTAINERS_MAX ? refuse(`TooLarge:${CONTAINERS_MAX}`) : String(count);
}

/** How each property is read from what a person typed, as the text that SQL takes. */
const readers: Record<UpdateField, (value: number | string) => string> = {
  waybill: textValue,
  attr_1: textValue,
  cost: amount,
  carton_count: cartons,
};

/** Changes one property of a shipment that is not finished. */
export async function updateShipment(
  tx: Tx,
  actor: Actor,
  id: number,
  { field, value }: ShipmentUpdate,
): Promise<Shipment> {
  const text = readers[field](value);
  const shipment = await lockShipmentFor(tx, actor, id, 'update');
  const before = await readProperty(tx, shipment, field);
  const isSame = field === 'waybill' || field === 'attr_1' ? before === text : Number(before) === Number(text);
  if (isSame) return readShipmentRecord(tx, id);
  const { client_id: clientId, order_id } = shipment;
  queueProperty(tx, shipment, field, text);
  const changes = [{ field, newValue: text }];
  queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Updated', changes });
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: id, payload: { order_id } });
  return readShipmentRecord(tx, id);
}
