import { type AddressCopy, byPath, type OrderMeta, orderFields, type TraceField } from '@longshore/contract';
import { type Change, changesBetween, withNames } from '../records/index.ts';
import type { OrderFields } from './order-columns.ts';
import type { OrderedLine } from './order-lines.ts';

type OrderChange = Change<TraceField<'Order'>>;

/** An address in one line, as the history shows it. */
export const addressText = ({
  company,
  contact,
  street1,
  street2,
  street3,
  city,
  state_code,
  postal_code,
  country_code,
}: AddressCopy) =>
  [company, contact, street1, street2, street3, city, state_code, postal_code, country_code].filter(Boolean).join(', ');

/** Names with their values in one line; the database does not keep their order. */
const metaText = (meta: OrderMeta) =>
  Object.entries(meta)
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join(', ');

/** The fields under their names in the contract. */
const named = (fields: OrderFields) => ({
  relation_id: fields.relation_id,
  ...byPath(orderFields, fields),
  shipping_address: addressText(fields.shipping_address),
  billing_address: addressText(fields.billing_address),
  'accounting.tax_rate': fields.tax_rate,
  'accounting.payment_term': fields.payment_term,
  'shipping.courier_id': fields.courier_id,
  'shipping.payment': fields.shipping_payment,
  'shipping.collect_account.account': fields.collect_account,
  'shipping.collect_account.collect_country_code': fields.collect_country_code,
  'shipping.collect_account.collect_zip_code': fields.collect_zip_code,
  meta: metaText(fields.meta),
});

export interface Names {
  relation: string;
  courier: string;
}

/** What a save changed, with the relation and the courier by name. */
export const fieldChanges = (before: OrderFields | undefined, after: OrderFields, names: Names): OrderChange[] =>
  withNames(changesBetween(before ? named(before) : {}, named(after)), {
    relation_id: names.relation,
    'shipping.courier_id': names.courier,
  });

const lineFields = ({ sku, name, quantity, cancelled, price, comment }: OrderedLine) => ({
  'line.sku': sku,
  'line.name': name,
  'line.quantity': quantity,
  'line.cancelled': cancelled,
  // The database fills up decimals, a caller need not.
  'line.price': Number(price),
  'line.comment': comment,
});

/** Each line that was added, changed or removed: its SKU, then what changed. A removed one has 0 units. */
export function lineChanges(before: readonly OrderedLine[], after: readonly OrderedLine[]): OrderChange[] {
  const old = new Map(before.map((line) => [line.inventory_id, line]));
  const now = new Set(after.map(({ inventory_id }) => inventory_id));
  const changed = after.flatMap((line): OrderChange[] => {
    const known = old.get(line.inventory_id);
    const { 'line.sku': _sku, 'line.name': _name, 'line.cancelled': _cancelled, ...ofNew } = lineFields(line);
    const changes: OrderChange[] = known
      ? changesBetween(lineFields(known), lineFields(line))
      : changesBetween({ 'line.comment': '' }, ofNew);
    return changes.length ? [{ field: 'line', newValue: known?.sku ?? line.sku }, ...changes] : [];
  });
  const removed = before.filter(({ inventory_id }) => !now.has(inventory_id));
  return [
    ...changed,
    ...removed.flatMap(({ sku }): OrderChange[] => [
      { field: 'line', newValue: sku },
      { field: 'line.quantity', newValue: '0' },
    ]),
  ];
}
