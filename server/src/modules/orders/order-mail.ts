import { directionOf, type Language, type Order, relationDisplayName, textFor } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import { staffScope, type Tx } from '../../platform/database/tx.ts';
import { forClients, type Subscribers } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import type { MailText, QueueMail } from '../../platform/mail/mail.ts';
import { readOrderIfThere } from './order.view.ts';
import { addressText } from './order-history.ts';
import type { ShipmentsOfOrders } from './shipments-of-orders.ts';

/** What a client can choose to be mailed about. */
type Notice = 'Created' | 'Processed';

/** Lines of an order that a mail names. */
const LINES_MAX = 100;

async function clientsToNotify(tx: Tx, clientIds: readonly number[], notice: Notice): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from clients where id = any(${clientIds}::int[]) and order_notification = ${notice}
      and order_notification_email <> '' and ${inScope(tx, 'id')}`.execute(tx);
  return rows.map(({ id }) => id);
}

const noticeOf = (notice: Notice) =>
  forClients<'order.created' | 'order.processed'>(
    (tx, clientIds) => clientsToNotify(tx, clientIds, notice),
    (event) => [
      {
        task: 'mail-order',
        payload: { notice, order_id: event.subject_id, ...event.payload },
        key: `order mail ${event.id}`,
      },
    ],
  );

export const orderMailSubscribers: Subscribers = {
  'order.created': [noticeOf('Created')],
  'order.processed': [noticeOf('Processed')],
};

interface Recipient {
  client: string;
  email: string;
  lang: Language | null;
}

/**
 * Who gets a mail, if anybody. The language is that of the user with this address, else that of the client's first
 * active user.
 */
async function findRecipient(tx: Tx, clientId: number, notice: Notice): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select c.company as client, c.order_notification_email as email, coalesce(
      (select u.lang from users u where lower(u.email) = lower(c.order_notification_email) and u.is_active),
      (select u.lang from users u where u.client_id = c.id and u.is_active order by u.id limit 1)) as lang
    from clients c where c.id = ${clientId} and ${inScope(tx, 'c.id')} and c.order_notification = ${notice}
      and c.order_notification_email <> ''`.execute(tx);
  return rows[0];
}

export function orderMailText(notice: Notice, order: Order, to: Recipient, shipment: string): MailText {
  const t = textFor(to.lang ?? 'en');
  const { reference, po, relation, lines } = order;
  const type = t(`orders.types.${order.type}.one`);
  const named = lines.slice(0, LINES_MAX);
  const text = [
    notice === 'Created'
      ? t('orderMail.created', { type, reference, client: to.client })
      : t('orderMail.processed', { type, reference, client: to.client, shipment }),
    ...(notice === 'Processed' && order.bo ? [t('orderMail.backOrdered')] : []),
    '',
    ...(po ? [t('orderMail.po', { po })] : []),
    t('orderMail.relation', { name: relationDisplayName(relation.name, order.source.source) }),
    t(directionOf(order.type) === 'inbound' ? 'orderMail.shipFrom' : 'orderMail.shipTo', {
      address: addressText(order.shipping_address),
    }),
    '',
    ...named.map(({ quantity, sku, name }) => `${quantity} × ${sku}  ${name}`),
    ...(lines.length > named.length ? [t('orderMail.more', { n: lines.length - named.length })] : []),
  ];
  const subject =
    notice === 'Created'
      ? t('orderMail.createdSubject', { reference })
      : t('orderMail.processedSubject', { reference });
  return { to: to.email, subject, text: `${text.join('\n')}\n` };
}

/**
 * Mails a client that asked for it that an order was created or processed. A shipment that was voided meanwhile is not
 * reported.
 */
export const mailOrderJob =
  (queueMail: QueueMail, shipments: ShipmentsOfOrders): Job =>
  async ({ open }, payload) => {
    const notice: Notice = payload.notice === 'Processed' ? 'Processed' : 'Created';
    await open(staffScope, async (tx) => {
      const order = await readOrderIfThere(tx, Number(payload.order_id), shipments);
      const shipment = order?.shipments.find(({ id }) => id === Number(payload.shipment_id));
      if (!order || (notice === 'Processed' && !shipment)) return;
      const recipient = await findRecipient(tx, order.client_id, notice);
      if (recipient) await queueMail(tx, orderMailText(notice, order, recipient, shipment?.pt_number ?? ''));
    });
  };
