import {
  type Address,
  type AddressCopy,
  directionOf,
  type Order,
  type OrderType,
  relationTypeOf,
} from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { SelectField, useField } from '../../ui/form/fields.tsx';
import type { RecordForm } from '../../ui/form/use-record-form.ts';
import { type AddressSide, addressMode, type OrderDraft } from './order-draft.ts';
import { goodsAddressLabel, useAddressText } from './order-words.ts';
import css from './orders.module.css';
import { addressesFor } from './relation-defaults.ts';

const labelOf = ({ side, type }: Pick<AddressFieldProps, 'side' | 'type'>): PlainKey =>
  side === 'shipping' ? goodsAddressLabel(directionOf(type)) : 'orders.billingAddress';

/** The value of the order's own copy among the choices. */
const COPY = 'copy';

export interface AddressFieldProps {
  form: RecordForm<OrderDraft>;
  side: AddressSide;
  type: OrderType;
  order: Order | undefined;
  /** Of the chosen relation; undefined while none is chosen. */
  addresses: readonly Address[] | undefined;
  onEdit: (side: AddressSide) => void;
}

/** The copy that the order has on this side, while the form still has the order's relation. */
const savedCopy = ({ form, side, order }: AddressFieldProps): AddressCopy | undefined =>
  order && order.relation_id === form.values.relation_id ? order[`${side}_address`] : undefined;

/** The address that is chosen now: edited for the order, one of the relation, or the copy that the order has. */
export function currentAddress(props: AddressFieldProps): AddressCopy | undefined {
  const { form, side, order, addresses = [] } = props;
  const id = form.values[`${side}_address_id`];
  const saved = savedCopy(props);
  if (form.values[`${side}_address`]) return form.values[`${side}_address`] ?? undefined;
  if (saved && order?.[`${side}_address_id`] === id) return saved;
  return addresses.find((address) => address.id === id);
}

/** Which address the goods or the bill go to: one of the relation, or the order's own copy. */
export function AddressField(props: AddressFieldProps) {
  const { form, side, order, onEdit } = props;
  const mode = addressMode(order, side);
  const t = useText();
  const isChosen = currentAddress(props) !== undefined;
  if (mode === 'from-api') return <AddressFromApi {...props} />;
  return (
    <div className={css.addressField}>
      <AddressChoice {...props} />
      <Button
        className={css.editAddress}
        variant="subtle"
        size="compact-sm"
        disabled={form.values.relation_id === 0}
        onClick={() => onEdit(side)}
        aria-label={`${t(labelOf(props))}: ${t(isChosen ? 'orders.form.editAddresses' : 'relations.addAddress')}`}
      >
        {t(isChosen ? 'orders.form.editAddresses' : 'relations.addAddress')}
      </Button>
    </div>
  );
}

function AddressChoice(props: AddressFieldProps) {
  const { form, side, type, order, addresses } = props;
  const t = useText();
  const { line } = useAddressText();
  const field = form.field(`${side}_address_id`);
  const edited = form.values[`${side}_address`];
  const saved = savedCopy(props);
  const offered = addressesFor(addresses ?? [], side);
  const textOf = (address: AddressCopy) => [address.company, line(address)].filter(Boolean).join(', ');
  // The copy of an address that the relation still has is shown as that address.
  const isOffered = (id: number | null | undefined) => offered.some((address) => address.id === id);
  const copy = edited ?? (saved && !isOffered(order?.[`${side}_address_id`]) ? saved : undefined);
  const isCopy = edited !== null || !isOffered(field.value);
  const choose = (value: string) =>
    form.set(
      value === COPY
        ? { [`${side}_address_id`]: order?.[`${side}_address_id`] ?? null }
        : { [`${side}_address_id`]: Number(value), [`${side}_address`]: null },
    );
  const relationType = relationTypeOf(type);
  return (
    <SelectField<string>
      {...field}
      label={labelOf(props)}
      span={12}
      disabled={form.values.relation_id === 0}
      {...(form.values.relation_id === 0
        ? { placeholder: `orders.form.chooseRelation.${relationType}` as const }
        : addresses && offered.length === 0 && !copy
          ? { hint: `orders.form.noAddress.${relationType}` as const }
          : {})}
      value={isCopy ? (copy ? COPY : '') : String(field.value)}
      set={choose}
      choices={[
        ...(copy ? [{ value: COPY, label: t('orders.form.thisOrderOnly', { address: textOf(copy) }) }] : []),
        ...offered.map((address) => ({ value: String(address.id), label: textOf(address) })),
      ]}
    />
  );
}

/** An address that came with the order from its channel: shown, never edited. */
function AddressFromApi(props: AddressFieldProps) {
  const { form, side } = props;
  const { line } = useAddressText();
  const address = currentAddress(props);
  const declared = { label: labelOf(props), hint: 'orders.form.addressFromApiHint', span: 6 } as const;
  const { frame, input } = useField({ ...form.field(`${side}_address_id`), ...declared });
  const t = useText();
  return frame(
    <TextInput
      {...input}
      readOnly
      label={`${input.label} · ${t('orders.form.addressFromApi')}`}
      value={address ? [address.company, line(address)].filter(Boolean).join(', ') : ''}
    />,
  );
}
