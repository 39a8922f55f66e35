import {
  CONTAINERS_MAX,
  type FieldMessages,
  type Message,
  MoneyIn,
  type Shipment,
  type ShipmentUpdate,
  UPDATE_FIELDS,
  type UpdateField,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalidFields } from '../../platform/http/problem.ts';
import { queueTrace } from '../records/index.ts';
import { lockShipmentFor } from './lock-shipment.ts';
import type { LockedShipment } from './locked-shipment.ts';
import { readShipmentRecord } from './shipment-record.view.ts';
import { lockShipment, queueProperty, readProperty } from './shipments.store.ts';

/** What a person typed is not what the property takes. */
class Unreadable extends Error {
  constructor(readonly reason: Message) {
    super(reason);
  }
}
const refuse = (reason: Message): never => {
  throw new Unreadable(reason);
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

interface Property {
  field: UpdateField;
  text: string;
}

/** The properties of a call, as SQL takes them; throws 422 with all that cannot be read. */
function propertiesIn({ field: named, value, ...others }: ShipmentUpdate): Property[] {
  const sent: ShipmentUpdate = named === undefined ? others : { ...others, [named]: value };
  const messages: FieldMessages = {};
  const properties = UPDATE_FIELDS.flatMap((field): Property[] => {
    const written = sent[field];
    if (written === undefined) return [];
    try {
      return [{ field, text: readers[field](written) }];
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      messages[field === named ? 'value' : field] = [error.reason];
      return [];
    }
  });
  if (Object.keys(messages).length) throw invalidFields(messages);
  return properties;
}

const isSame = ({ field, text }: Property, before: string) =>
  field === 'waybill' || field === 'attr_1' ? before === text : Number(before) === Number(text);

type OfShipment = Pick<LockedShipment, 'id' | 'client_id' | 'order_id'>;

/** Writes what differs, with its trace and its event. */
async function writeProperties(
  tx: Tx,
  actor: Actor | undefined,
  shipment: OfShipment,
  properties: readonly Property[],
): Promise<void> {
  const before = await Promise.all(properties.map(({ field }) => readProperty(tx, shipment, field)));
  const changed = properties.filter((property, at) => !isSame(property, before[at] ?? ''));
  if (!changed.length) return;
  const { id, client_id: clientId, order_id } = shipment;
  for (const { field, text } of changed) queueProperty(tx, shipment, field, text);
  const changes = changed.map(({ field, text }) => ({ field, newValue: text }));
  queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Updated', changes });
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: id, payload: { order_id } });
}

/** Changes properties of a shipment, also of a finished one; what it is charged for stays as it was billed. */
export async function updateShipment(tx: Tx, actor: Actor, id: number, input: ShipmentUpdate): Promise<Shipment> {
  const properties = propertiesIn(input);
  const shipment = await lockShipmentFor(tx, actor, id, 'update');
  await writeProperties(tx, actor, shipment, properties);
  return readShipmentRecord(tx, id);
}

/**
 * The same for what a partner has done and cannot be undone by refusing it: whoever holds the shipment does not keep it
 * from being written down. A voided shipment stays as it is. `actor` is whoever asked the partner, while that user is active.
 */
export async function writeFromPartner(
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  input: Pick<ShipmentUpdate, 'waybill' | 'cost'>,
): Promise<void> {
  const shipment = await lockShipment(tx, id);
  if (shipment) await writeProperties(tx, actor, shipment, propertiesIn(input));
}
