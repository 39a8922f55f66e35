import { api, type Client } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Facts } from '../../ui/detail/facts.tsx';
import { ShownLogo } from '../../ui/shown-logo.tsx';
import { detailLabels as labels } from './client-words.ts';
import css from './clients.module.css';
import { Mail } from './mail.tsx';

/** Numbering, billing and notifications of a client. Numbers are shown as on the next document. */
export function SettingFacts({ client }: { client: Client }) {
  const { detail } = client;
  const t = useText();
  const format = useFormat();
  const { data: warehouses = [] } = useRead(
    api.companyAccounts.shipStationWarehouses,
    {},
    { enabled: detail.ss_warehouse !== '' },
  );
  const onMail = (mails: string[], on: 0 | 1) => (on ? <Mails addresses={mails} /> : t('clients.no'));
  return (
    <Facts
      items={[
        { label: 'clients.detail.nextInvoice', value: `${detail.invoice_prefix}${detail.next_inv_num}` },
        { label: 'clients.detail.nextSlip', value: `${detail.packing_slip_prefix}${detail.next_picking_num}` },
        {
          label: labels.invoice_term,
          value: detail.invoice_term,
          second: detail.due_date > 0 && t('clients.detail.dueIn', { count: detail.due_date }),
        },
        { label: labels.tax_rate, value: format.percent(detail.tax_rate, 3), second: detail.tax_code },
        { label: labels.shipping_charge_modify, value: format.percent(detail.shipping_charge_modify, 3) },
        { label: labels.qb_mapping_name, value: detail.qb_mapping_name },
        {
          label: labels.use_ship_station,
          value: t(detail.use_ship_station ? 'clients.yes' : 'clients.no'),
          second: warehouses.find(({ id }) => id === detail.ss_warehouse)?.name ?? detail.ss_warehouse,
        },
        {
          label: labels.logo_uri,
          value: detail.logo_uri && <LogoLink address={detail.logo_uri} />,
          second: detail.logo_uri && <ShownLogo {...client} name={client.company} />,
        },
        {
          label: labels.order_notification,
          value: t(`clients.orderNotices.${detail.order_notification}`),
          second: detail.order_notification !== 'None' && detail.order_notification_email,
        },
        {
          label: labels.email_upon_receiving,
          value: onMail(detail.receiving_notification_emails, detail.email_upon_receiving),
        },
        {
          label: labels.email_upon_shipping,
          value: onMail(detail.shipping_notification_emails, detail.email_upon_shipping),
        },
      ]}
    />
  );
}

function Mails({ addresses }: { addresses: string[] }) {
  return (
    <ul className={css.mails}>
      {addresses.map((address) => (
        <li key={address}>
          <Mail address={address} />
        </li>
      ))}
    </ul>
  );
}

function LogoLink({ address }: { address: string }) {
  return (
    <a className={css.endpoint} href={address} target="_blank" rel="noreferrer">
      {address.replace(/^https?:\/\//, '')}
    </a>
  );
}
