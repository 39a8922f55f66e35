import type { ClientAddress, ClientDetail } from '@longshore/contract';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import { changedColumns, insertOne } from '../platform/database/written-columns.ts';
import type { Seal } from './demo-company.ts';

type Hook = {
  trigger: 1 | 2 | 3 | 101;
  endpoint: string;
  method?: 'POST' | 'PUT';
  ftp?: { username: string; path: string };
  /** A failed delivery and its reason. */
  failed?: { record: string; reference: string; problem: string; attempts: number; hoursAgo: number };
};

interface DemoClientDetail {
  address: ClientAddress;
  detail: Partial<ClientDetail>;
  custom: [string, string, string];
  /** Those of the first two are in demo-panels.ts, with their comments and files. */
  categories: string[];
  hooks: Hook[];
  daysAgo: number;
}

const address = (line: string): ClientAddress => {
  const [
    company = '',
    contact = '',
    phone = '',
    street1 = '',
    city = '',
    state = '',
    state_code = '',
    postal_code = '',
  ] = line.split('|');
  return {
    company,
    contact,
    phone,
    street1,
    street2: '',
    street3: '',
    city,
    state,
    state_code,
    postal_code,
    country_code: 'US',
  };
};

/** In the order of the demo clients. */
const details: DemoClientDetail[] = [
  {
    address: address(
      'Kestrel Coffee Roasters|Priya Nair|+1 510 555 0121|2400 Mandela Pkwy, Unit 7|Oakland|California|CA|94607',
    ),
    detail: {
      invoice_prefix: 'KC-',
      next_inv_num: 1416,
      packing_slip_prefix: 'KCP-',
      next_picking_num: 3408,
      qb_mapping_name: 'Kestrel Coffee Roasters LLC',
      invoice_term: 'Net 30',
      due_date: 30,
      shipping_charge_modify: 0.08,
      order_notification: 'Created',
      order_notification_email: 'ops@kestrelcoffee.example',
      tax_code: 'CA-ALA',
      tax_rate: 0.1075,
      email_upon_receiving: 1,
      email_upon_shipping: 1,
      receiving_notification_emails: ['ops@kestrelcoffee.example', 'green-buyer@kestrelcoffee.example'],
      shipping_notification_emails: ['ops@kestrelcoffee.example'],
    },
    custom: ['Dock 3', 'Food grade', 'Thu stock count'],
    categories: [],
    hooks: [
      {
        trigger: 1,
        endpoint: 'https://hooks.kestrelcoffee.example/longshore/orders',
        failed: {
          record: 'order 20411',
          reference: 'Order SO-20411',
          problem: 'the endpoint answered 503: Service Unavailable',
          attempts: 12,
          hoursAgo: 31,
        },
      },
      { trigger: 3, endpoint: 'https://hooks.kestrelcoffee.example/longshore/shipped', method: 'PUT' },
      { trigger: 101, endpoint: 'https://portal.kestrelcoffee.example/orders/{OID}?shipment={SID}' },
    ],
    daysAgo: 960,
  },
  {
    address: address('Northfield Outdoor|Li Wei|+1 206 555 0177|88 Alaskan Way S|Seattle|Washington|WA|98104'),
    detail: {
      invoice_prefix: 'NFO-',
      next_inv_num: 1188,
      packing_slip_prefix: 'NF-',
      next_picking_num: 2260,
      invoice_term: 'Net 15',
      due_date: 15,
      use_ship_station: 1,
      ss_warehouse: 'Northfield West',
      shipping_charge_modify: 0.12,
      order_notification: 'Processed',
      order_notification_email: 'warehouse@northfield.example',
      tax_code: 'WA-SEA',
      tax_rate: 0.1035,
      email_upon_shipping: 1,
      shipping_notification_emails: ['warehouse@northfield.example', 'returns@northfield.example'],
    },
    custom: ['NF-7781', 'billing@northfield.example', 'USD'],
    categories: [],
    hooks: [
      {
        trigger: 2,
        endpoint: 'ftp://edi.northfield.example/',
        ftp: { username: 'harrowstreet', path: 'incoming/shipments' },
        failed: {
          record: 'shipment 3377',
          reference: 'Shipment 3377',
          problem: 'the server answered 530 Login incorrect.',
          attempts: 12,
          hoursAgo: 54,
        },
      },
    ],
    daysAgo: 610,
  },
  {
    address: address('Bluebird Toys|Sam Okafor|+1 415 555 0139|19 Dogpatch Ln|San Francisco|California|CA|94107'),
    detail: {
      invoice_prefix: 'BB',
      next_inv_num: 1042,
      next_picking_num: 1310,
      order_notification: 'None',
      tax_rate: 0.08625,
      email_upon_receiving: 1,
      receiving_notification_emails: ['hello@bluebirdtoys.example'],
    },
    custom: ['', '', ''],
    categories: ['Seasonal'],
    hooks: [{ trigger: 1, endpoint: 'https://api.bluebirdtoys.example/v2/warehouse-events' }],
    daysAgo: 340,
  },
  {
    address: address('Meridian Supplements|Inès Laurent|+1 503 555 0160|740 NW 23rd Ave|Portland|Oregon|OR|97210'),
    detail: {
      invoice_prefix: 'MS-',
      next_inv_num: 1097,
      packing_slip_prefix: 'MS-',
      next_picking_num: 1541,
      invoice_term: 'Due on receipt',
      order_notification: 'Created',
      order_notification_email: 'logistics@meridian.example',
    },
    custom: ['Temperature log', '', ''],
    categories: ['Food & drink', 'Expiry controlled'],
    hooks: [],
    daysAgo: 120,
  },
];

async function seedHook(tx: Tx, clientId: number, hook: Hook, seal: Seal | undefined) {
  const secret = seal?.(`demo-${clientId}-${hook.trigger}`) ?? null;
  const id = await insertOne(tx, 'webhooks', {
    client_id: clientId,
    trigger: hook.trigger,
    type: hook.ftp ? 'FTP' : 'HTTP',
    method: hook.method ?? 'POST',
    endpoint: hook.endpoint,
    hash_key_sealed: hook.ftp || hook.trigger === 101 ? null : secret,
    ftp_username: hook.ftp?.username ?? '',
    ftp_password_sealed: hook.ftp ? secret : null,
    ftp_path: hook.ftp?.path ?? '',
  });
  if (!hook.failed) return;
  const { record, reference, problem, attempts, hoursAgo } = hook.failed;
  await sql`insert into webhook_deliveries (client_id, webhook_id, record, subject, payload, state, attempts, problem, created_at)
    values (${clientId}, ${id}, ${record}, ${reference}, ${JSON.stringify({ reference })}::jsonb, 'failed', ${attempts}, ${problem},
      now() - make_interval(hours => ${hoursAgo}))`.execute(tx);
}

/** The four clients in detail: addresses, billing, notifications, and failed webhook deliveries. */
export async function seedClients(tx: Tx, clientIds: number[], seal: Seal | undefined): Promise<void> {
  for (const [index, client] of details.entries()) {
    const clientId = clientIds[index] ?? 0;
    const { use_ship_station, email_upon_receiving, email_upon_shipping, ...detail } = client.detail;
    const [custom_1, custom_2, custom_3] = client.custom;
    const changed = changedColumns('clients', {
      ...detail,
      custom_1,
      custom_2,
      custom_3,
      address: JSON.stringify(client.address),
      use_ship_station: use_ship_station === 1,
      email_upon_receiving: email_upon_receiving === 1,
      email_upon_shipping: email_upon_shipping === 1,
      created_at: sql`now() - make_interval(days => ${client.daysAgo})`,
      updated_at: sql`now() - make_interval(days => ${client.daysAgo % 37})`,
    });
    await sql`update clients set ${changed} where id = ${clientId}`.execute(tx);
    for (const name of client.categories)
      await sql`with made as (insert into categories (client_id, resource, name) values (${clientId}, 'Client', ${name})
          on conflict (client_id, resource, lower(name)) do update set name = excluded.name returning id)
        insert into categorized (client_id, category_id, resource_id) select ${clientId}, id, ${clientId} from made
        on conflict do nothing`.execute(tx);
    for (const hook of client.hooks) await seedHook(tx, clientId, hook, seal);
    await sql`insert into traces (client_id, traceable_type, traceable_id, user_name, subject, changes, created_at)
      values (${clientId}, 'Client', ${clientId}, 'Marta Oliveira', 'Created', ${JSON.stringify([
        { field: 'company', newValue: client.address.company },
        { field: 'address.city', newValue: client.address.city },
        { field: 'detail.invoice_prefix', newValue: client.detail.invoice_prefix },
        { field: 'detail.invoice_term', newValue: client.detail.invoice_term ?? '' },
      ])}::jsonb, now() - make_interval(days => ${client.daysAgo}))`.execute(tx);
  }
}
