import { api, FinishedShipment } from '@longshore/contract';
import { expect, test } from 'vitest';
import { eventually, testApp } from '../../../../test/harness.ts';
import { ordering } from '../../../../test/ordering.ts';
import { httpReceiver } from '../../../../test/receivers.ts';

const { shipments } = api;
const it = await testApp({ worker: true, allowPrivateWebhooks: true });
const main = await it.as('super');
const desk = ordering(it, main);
const receiver = await httpReceiver();

const mailsTo = async (email: string) =>
  (
    await it.database.owner<{ subject: string; body_sealed: Buffer }>(
      'select subject, body_sealed from mails where recipient = $1 order by id',
      [email],
    )
  ).map(({ subject, body_sealed }) => ({ subject, text: it.vault.open(body_sealed) }));
const firstMail = (email: string) => eventually(async () => (await mailsTo(email))[0]);

async function ready(clientId: number, type: 'Customer Order' | 'Vendor Order', reference: string) {
  const item = await desk.item(type === 'Customer Order' ? 3 : 0, clientId);
  const orderId = await desk.order({ clientId, type, reference, lines: [[item.id, 3]] });
  await desk.ship(orderId);
  const [shipment] = await desk.shipments(orderId);
  const id = shipment?.id ?? 0;
  await main.ok(shipments.update, { params: { id }, body: { field: 'waybill', value: 'W-77' } });
  await desk.fulfil({ shipmentId: id, lineId: shipment?.lines[0] ?? 0, quantity: 3 });
  return { id, item };
}
const finish = (id: number, email: 0 | 1 = 1) =>
  main.ok(shipments.finishMany, { body: { ids: [id], options: { email } } });

test('those whom the client lists are mailed, each in the language that is known, and webhook 3 is called', async () => {
  const clientId = await it.given.client();
  await it.database.owner(
    `update clients set email_upon_shipping = true, shipping_notification_emails = '{a@out.test,b@out.test}',
       email_upon_receiving = false, receiving_notification_emails = '{in@out.test}' where id = $1`,
    [clientId],
  );
  const { id: userId } = await it.given.clientUser(clientId);
  await it.database.owner(`update users set email = 'b@out.test', lang = 'ch' where id = $1`, [userId]);
  await it.database.owner(`update users set lang = 'en' where client_id = $1 and id <> $2`, [clientId, userId]);
  const hook = { endpoint: receiver.url, hash_key: 'the key', trigger: 3 } as never;
  await main.ok(api.webhooks.create, { params: { id: clientId }, body: hook });

  const quiet = await ready(clientId, 'Customer Order', 'QUIET-1');
  await finish(quiet.id, 0);
  const receipt = await ready(clientId, 'Vendor Order', 'IN-1');
  await finish(receipt.id);
  const { id, item } = await ready(clientId, 'Customer Order', 'OUT-1');
  await finish(id);

  const chinese = await firstMail('b@out.test');
  expect(chinese.subject).toBe('已发货：OUT-1');
  const mail = await firstMail('a@out.test');
  expect(mail.subject).toMatch(/OUT-1/);
  expect(mail.text).toContain(`3 × ${item.sku}`);
  expect(mail.text).toContain('W-77');
  expect(await mailsTo('in@out.test')).toEqual([]);
  expect(await mailsTo('a@out.test')).toHaveLength(1);

  // Calls about different shipments may overtake each other.
  const sent = await eventually(async () =>
    receiver.got.map((call) => JSON.parse(call.body)).find(({ data }) => data.id === id),
  );
  expect(sent).toMatchObject({ trigger: 3, event: 'Shipment Finished', client_id: clientId });
  // As the warehouse keeps it, but neither its cost, whether it is billed, nor who of the staff worked on it.
  const body = FinishedShipment.strict().parse(sent.data);
  expect(body).toEqual(FinishedShipment.parse(await main.ok(shipments.get, { params: { id } })));
  expect(sent.data.tracking).not.toHaveProperty('cost');
  expect(sent.data.shipment_lines[0].fulfillments[0]).not.toHaveProperty('user');
});
