import { type Language, relationDisplayName, type Shipment, textFor } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import { staffScope, type Tx } from '../../../platform/database/tx.ts';
import { forClients, type Subscribers } from '../../../platform/events/events.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import type { MailText, QueueMail } from '../../../platform/mail/mail.ts';
import { addressText } from '../../orders/index.ts';
import { findShipmentRecord } from '../shipment-record.view.ts';

/** Lines of a shipment that a mail names. */
const LINES_MAX = 100;

/** Clients that list somebody for what arrives or for what leaves. */
async function clientsToNotify(tx: Tx, clientIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from clients where id = any(${clientIds}::int[]) and ${inScope(tx, 'id')}
      and (email_upon_receiving and receiving_notification_emails <> '{}'
        or email_upon_shipping and shipping_notification_emails <> '{}')`.execute(tx);
  return rows.map(({ id }) => id);
}

export const shipmentMailSubscribers: Subscribers = {
  'shipment.finished': [
    forClients<'shipment.finished'>(clientsToNotify, ({ id, subject_id, payload }) =>
      payload.email
        ? [{ task: 'mail-shipment', payload: { shipment_id: subject_id }, key: `shipment mail ${id}` }]
        : [],
    ),
  ],
};

interface Recipient {
  email: string;
  lang: Language | null;
}

/**
 * Who gets a mail about what arrives or leaves, by the client's two lists. The language is that of the user with the
 * address, else that of the client's first active user.
 */
async function findRecipients(tx: Tx, { client_id, direction }: Shipment): Promise<Recipient[]> {
  const isInbound = direction === 'inbound';
  const { rows } = await sql<Recipient>`
    select e.email, coalesce(
      (select u.lang from users u where lower(u.email) = lower(e.email) and u.is_active limit 1),
      (select u.lang from users u where u.client_id = c.id and u.is_active order by u.id limit 1)) as lang
    from clients c
    cross join lateral unnest(case when ${isInbound} then c.receiving_notification_emails else c.shipping_notification_emails end)
      with ordinality e (email, n)
    where c.id = ${client_id} and ${inScope(tx, 'c.id')} and e.email <> ''
      and case when ${isInbound} then c.email_upon_receiving else c.email_upon_shipping end
    order by e.n`.execute(tx);
  return rows;
}

/** A mail that says what arrived or left, in which cartons and with which waybill. */
export function shipmentMailText(shipment: Shipment, to: Recipient): MailText {
  const t = textFor(to.lang ?? 'en');
  const { order, direction, shipment_lines, tracking, courier, carton_count } = shipment;
  const { reference, po, client, relation } = order;
  const isInbound = direction === 'inbound';
  const about = {
    type: t(`orders.types.${order.type}.one`),
    reference,
    client: client.company,
    shipment: shipment.pt_number,
  };
  const lines = shipment_lines.filter(({ quantity }) => quantity > 0);
  const named = lines.slice(0, LINES_MAX);
  const text = [
    isInbound ? t('shipmentMail.received', about) : t('shipmentMail.shipped', about),
    '',
    ...(po ? [t('shipmentMail.po', { po })] : []),
    t('shipmentMail.relation', { name: relationDisplayName(relation.name, order.source.source) }),
    ...(isInbound ? [] : [t('shipmentMail.shipTo', { address: addressText(shipment.shipping_addr) })]),
    t('shipmentMail.courier', { name: courier.name }),
    ...(tracking.waybill ? [t('shipmentMail.waybill', { waybill: tracking.waybill })] : []),
    ...(carton_count ? [t('shipmentMail.cartons', { n: carton_count })] : []),
    t('shipmentMail.units', { n: lines.reduce((sum, { fulfilled }) => sum + fulfilled, 0) }),
    '',
    ...named.map(({ fulfilled, quarantined, inventory: { sku, name } }) =>
      [
        `${fulfilled} × ${sku}  ${name}`,
        ...(quarantined ? [`(${t('shipmentMail.quarantined', { n: quarantined })})`] : []),
      ].join(' '),
    ),
    ...(lines.length > named.length ? [t('shipmentMail.more', { n: lines.length - named.length })] : []),
  ];
  const subject = isInbound
    ? t('shipmentMail.receivedSubject', { reference })
    : t('shipmentMail.shippedSubject', { reference });
  return { to: to.email, subject, text: `${text.join('\n')}\n` };
}

/** Mails those whom the client lists. A shipment that was voided meanwhile is not reported. */
export const mailShipmentJob =
  (queueMail: QueueMail): Job =>
  async ({ open }, payload) => {
    await open(staffScope, async (tx) => {
      const shipment = await findShipmentRecord(tx, Number(payload.shipment_id));
      if (shipment?.status !== 'Finished') return;
      for (const recipient of await findRecipients(tx, shipment))
        await queueMail(tx, shipmentMailText(shipment, recipient));
    });
  };
