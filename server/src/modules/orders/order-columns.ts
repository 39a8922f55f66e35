import { type AddressCopy, type FieldValues, type OrderMeta, orderFields } from '@longshore/contract';
import { fieldColumns } from '../../platform/database/field-columns.ts';

/** The columns, `o` being the order in every query. */
export const orderColumns = fieldColumns('orders', orderFields, 'o');

/** What a save of an order writes, by column: the plain fields as they were sent, and what was decided with them. */
export interface OrderFields extends FieldValues<typeof orderFields> {
  relation_id: number;
  shipping_address_id: number | null;
  shipping_address: AddressCopy;
  billing_address_id: number | null;
  billing_address: AddressCopy;
  tax_rate: number;
  payment_term: string;
  courier_id: number;
  shipping_payment: 'prepaid' | 'collect' | 'third';
  collect_account: string;
  collect_country_code: string;
  collect_zip_code: string;
  meta: OrderMeta;
}
