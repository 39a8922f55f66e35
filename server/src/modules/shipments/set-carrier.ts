import type { Answer, api, CarrierChoice, CarrierInput, Shipment } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { refused } from '../../platform/http/problem.ts';
import { changesBetween, queueTrace, withNames } from '../records/index.ts';
import { lockShipmentFor } from './lock-shipment.ts';
import { readShipmentRecord } from './shipment-record.view.ts';
import { queueCarrier } from './shipments.store.ts';

type Carriers = Answer<typeof api.shipments.carriers>;

/** Active couriers of all clients, and those of the shipment's own client. Throws 40001 without a shipment. */
export async function listCarriers(tx: Tx, id: number): Promise<Carriers> {
  const { rows } = await sql<{ client_id: number }>`
    select client_id from shipments where id = ${id} and voided_at is null and ${inScope(tx)}`.execute(tx);
  if (!rows[0]) throw refused(40001);
  const couriers = await sql<Carriers[number]>`
    select id, name, payment_method, account, billing_zip, billing_country_code from couriers
    where is_active and (client_id is null or client_id = ${rows[0].client_id}) order by lower(name), id`.execute(tx);
  return couriers.rows;
}

/** The one that the shipment has may be disabled by now: who pays can still be changed. */
async function findCourier(tx: Tx, id: number, shipment: { id: number; client_id: number }) {
  const { rows } = await sql<Carriers[number]>`
    select id, name, payment_method, account, billing_zip, billing_country_code from couriers where id = ${id} and (client_id is null or client_id = ${shipment.client_id})
      and (is_active or id = (select courier_id from shipments where id = ${shipment.id} and ${inScope(tx)}))`.execute(
    tx,
  );
  return rows[0];
}

/** How the courier is paid: as the caller says, else as the courier has it. A prepaid shipment has no account to charge. */
function termsOf(chosen: CarrierChoice, courier: Carriers[number]): CarrierInput {
  const { courier_id, payment_method = courier.payment_method } = chosen;
  if (payment_method === 'prepaid')
    return { courier_id, payment_method, account: '', billing_zip: '', billing_country_code: '' };
  return {
    courier_id,
    payment_method,
    account: chosen.account ?? courier.account,
    billing_zip: chosen.billing_zip ?? courier.billing_zip,
    billing_country_code: chosen.billing_country_code ?? courier.billing_country_code,
  };
}

/** Chooses the courier of a customer order's shipment and who pays; what a partner was told is void with it. */
export async function setCarrier(tx: Tx, actor: Actor, id: number, chosen: CarrierChoice): Promise<Shipment> {
  const shipment = await lockShipmentFor(tx, actor, id, 'prepare');
  if (shipment.order_type !== 'Customer Order') throw refused(40005, 'OnlyCustomerOrdersHaveCouriers');
  const { client_id: clientId, order_id } = shipment;
  const [courier, before] = await Promise.all([
    findCourier(tx, chosen.courier_id, shipment),
    readShipmentRecord(tx, id),
  ]);
  if (!courier) throw refused(40003);
  const input = termsOf(chosen, courier);
  const { account, billing_zip, billing_country_code } = before.courier;
  const known = { courier_id: before.courier.id, payment_method: before.shipping.payment };
  const changes = withNames(changesBetween({ ...known, account, billing_zip, billing_country_code }, input), {
    courier_id: courier.name,
  });
  if (!changes.length) return before;
  queueCarrier(tx, shipment, input);
  queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Courier changed', changes });
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: id, payload: { order_id } });
  return readShipmentRecord(tx, id);
}
