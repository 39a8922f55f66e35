import { api, type ClientUpdate, ORDER_NOTIFICATIONS } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { EmailsField } from '../../ui/form/emails-field.tsx';
import { EmailField, SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup } from '../../ui/form/form-page.tsx';
import { PercentField, QuantityField } from '../../ui/form/number-fields.tsx';
import type { RecordForm } from '../../ui/form/use-record-form.ts';
import { detailLabels as labels } from './client-words.ts';
import { Locked } from './locked.tsx';

interface DetailProps {
  form: RecordForm<ClientUpdate>;
  locked: boolean;
}

/** Numbering, billing and notifications of a client, under one permission. */
export function DetailFields(props: DetailProps) {
  return (
    <>
      <DocumentFields {...props} />
      <BillingFields {...props} />
      <NoticeFields {...props} />
      <StationFields {...props} />
    </>
  );
}

function DocumentFields({ form, locked }: DetailProps) {
  const field = form.within('detail');
  const shared = { disabled: locked };
  return (
    <FieldGroup title="clients.detail.documents">
      <Locked locked={locked} why="clients.lockedDetail" />
      <TextField {...field('invoice_prefix')} {...shared} label={labels.invoice_prefix} span={3} />
      <QuantityField
        {...field('next_inv_num')}
        {...shared}
        label={labels.next_inv_num}
        hint="clients.detail.nextHint"
        span={3}
        plain
      />
      <TextField {...field('packing_slip_prefix')} {...shared} label={labels.packing_slip_prefix} span={3} />
      <QuantityField
        {...field('next_picking_num')}
        {...shared}
        label={labels.next_picking_num}
        hint="clients.detail.nextHint"
        span={3}
        plain
      />
      <TextField {...field('logo_uri')} {...shared} label={labels.logo_uri} hint="clients.detail.logoHint" span={12} />
    </FieldGroup>
  );
}

function BillingFields({ form, locked }: DetailProps) {
  const t = useText();
  const { resources } = useSession();
  const field = form.within('detail');
  const shared = { disabled: locked };
  const now = form.values.detail?.invoice_term ?? '';
  const terms = resources.terms.filter(({ is_active }) => is_active).map(({ name }) => name);
  const choices = [...new Set([...terms, now])].filter(Boolean).map((term) => ({ value: term, label: term }));
  return (
    <FieldGroup title="clients.detail.billing">
      <SelectField
        {...field('invoice_term')}
        {...shared}
        label={labels.invoice_term}
        span={3}
        choices={[{ value: '', label: t('forms.none') }, ...choices]}
      />
      <QuantityField {...field('due_date')} {...shared} label={labels.due_date} span={3} />
      <TextField {...field('tax_code')} {...shared} label={labels.tax_code} span={3} />
      <PercentField
        {...field('tax_rate')}
        {...shared}
        label={labels.tax_rate}
        span={3}
        offered={resources.taxes.filter(({ is_active }) => is_active)}
      />
      <PercentField
        {...field('shipping_charge_modify')}
        {...shared}
        label={labels.shipping_charge_modify}
        hint="clients.detail.chargeHint"
        span={6}
      />
      <TextField
        {...field('qb_mapping_name')}
        {...shared}
        label={labels.qb_mapping_name}
        hint="clients.detail.quickBooksHint"
        span={6}
      />
    </FieldGroup>
  );
}

function NoticeFields({ form, locked }: DetailProps) {
  const t = useText();
  const field = form.within('detail');
  const shared = { disabled: locked };
  const { order_notification, email_upon_receiving, email_upon_shipping } = form.values.detail ?? {};
  return (
    <FieldGroup title="clients.detail.notices">
      <SelectField
        {...field('order_notification')}
        {...shared}
        label={labels.order_notification}
        span={6}
        choices={ORDER_NOTIFICATIONS.map((value) => ({ value, label: t(`clients.orderNotices.${value}`) }))}
      />
      <EmailField
        {...field('order_notification_email')}
        required={order_notification !== 'None'}
        disabled={locked || order_notification === 'None'}
        label={labels.order_notification_email}
        span={6}
      />
      <SwitchField {...field('email_upon_receiving')} {...shared} label={labels.email_upon_receiving} span={3} />
      <EmailsField
        {...field('receiving_notification_emails')}
        required={email_upon_receiving === 1}
        disabled={locked || !email_upon_receiving}
        label={labels.receiving_notification_emails}
        span={9}
      />
      <SwitchField {...field('email_upon_shipping')} {...shared} label={labels.email_upon_shipping} span={3} />
      <EmailsField
        {...field('shipping_notification_emails')}
        required={email_upon_shipping === 1}
        disabled={locked || !email_upon_shipping}
        label={labels.shipping_notification_emails}
        span={9}
      />
    </FieldGroup>
  );
}

/** Warehouses of the company's account there; what was entered before there was one stays a choice. */
function useWarehouses(chosen: string) {
  const t = useText();
  const { data = [] } = useRead(api.companyAccounts.shipStationWarehouses, {});
  const known = data.map(({ id, name, address }) => ({ value: id, label: address ? `${name} · ${address}` : name }));
  // Older releases stored the name.
  const named = data.find(({ name }) => name === chosen);
  const others = chosen && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : [];
  const shown = named ? known.filter(({ value }) => value !== named.id) : known;
  return [{ value: '', label: t('forms.none') }, ...others, ...shown];
}

function StationFields({ form, locked }: DetailProps) {
  const field = form.within('detail');
  const warehouses = useWarehouses(form.values.detail?.ss_warehouse ?? '');
  return (
    <FieldGroup title="clients.detail.station">
      <SwitchField {...field('use_ship_station')} disabled={locked} label={labels.use_ship_station} span={3} />
      <SelectField
        {...field('ss_warehouse')}
        choices={warehouses}
        required={form.values.detail?.use_ship_station === 1}
        disabled={locked || !form.values.detail?.use_ship_station}
        label={labels.ss_warehouse}
        span={9}
      />
    </FieldGroup>
  );
}
