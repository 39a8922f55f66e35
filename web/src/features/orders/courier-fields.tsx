import { PAYMENTS } from '@longshore/contract';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { CountryField } from '../../ui/form/country-field.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import type { FieldOf } from '../../ui/form/use-record-form.ts';
import { shippingLabels as labels } from './order-words.ts';

export type Payment = (typeof PAYMENTS)[number];

export interface CourierValues {
  courier_id: number;
  payment: Payment;
  account: string;
  collect_country_code: string;
  collect_zip_code: string;
}

/** The fields of the courier in a form: an order's, or that of a part of it. */
export type CourierFieldsOf = { [Name in keyof CourierValues]: FieldOf<CourierValues[Name]> };

/** The couriers that an order of this client may use: active ones, and the one it has. */
export function useCouriers(clientId: number | undefined, chosen: number) {
  const { resources } = useSession();
  return resources.couriers.filter(
    ({ id, is_active, client_id }) => id === chosen || (is_active && (client_id === null || client_id === clientId)),
  );
}

interface CourierFieldsProps {
  fields: CourierFieldsOf;
  clientId: number | undefined;
  /** In twelve columns: courier and payment. */
  spans?: readonly [4 | 6, 3 | 6];
}

/** Who ships it and who pays the courier. */
export function CourierFields({ fields, clientId, spans = [4, 3] }: CourierFieldsProps) {
  const t = useText();
  const couriers = useCouriers(clientId, fields.courier_id.value);
  return (
    <>
      <SelectField
        {...fields.courier_id}
        label={labels.courier_id}
        span={spans[0]}
        choices={couriers.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <SelectField
        {...fields.payment}
        label={labels.payment}
        span={spans[1]}
        choices={PAYMENTS.map((value) => ({ value, label: t(`relations.payments.${value}`) }))}
      />
    </>
  );
}

/** The account that the courier charges; nobody's when it is prepaid. */
export function AccountFields({ fields }: Pick<CourierFieldsProps, 'fields'>) {
  if (fields.payment.value === 'prepaid') return null;
  return (
    <>
      <TextField {...fields.account} label={labels.account} span={4} />
      <CountryField {...fields.collect_country_code} label={labels.collect_country_code} span={5} />
      <TextField {...fields.collect_zip_code} label={labels.collect_zip_code} span={3} />
    </>
  );
}
