import { api, type ProposedEntry, type Shipment, type ShipmentBilling, ShipmentChargeInput } from '@longshore/contract';
import { Alert } from '@mantine/core';
import { refresh, remember, useRead, useWrite } from '../../lib/api.ts';
import { sayReason, useText } from '../../lib/text/text.ts';
import { TwoLines } from '../../ui/detail/line-table.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import css from './billing.module.css';
import { ChargeTable } from './charge-table.tsx';
import { newEntriesPath } from './entries-query.ts';
import { useHow } from './how-words.ts';

interface BillDialogProps {
  shipment: Shipment;
  onClose: () => void;
}

/** Loads what a shipment is charged; a person corrects and posts it. */
export default function BillDialog({ shipment, onClose }: BillDialogProps) {
  const t = useText();
  const params = { id: shipment.id };
  const read = useRead(api.shipmentBilling.load, { params }, { staleTime: 0 });
  // Not from a copy of before: the shipment may have changed since.
  if (read.data && read.isFetchedAfterMount)
    return <BillForm key={shipment.id} shipment={shipment} loaded={read.data} onClose={onClose} />;
  return (
    <Dialog title={t('billing.bill.title', { id: shipment.id })} size={760} onClose={onClose}>
      <Loaded read={read} backTo="">
        {() => null}
      </Loaded>
    </Dialog>
  );
}

type Form = RecordForm<ShipmentChargeInput>;

/** The proposal as the form edits it: amounts are texts. */
const valuesOf = ({ billing }: ShipmentBilling): ShipmentChargeInput => ({
  ...billing,
  entries: billing.entries.map(({ activity: _, how: __, price, quantity, ...entry }) => ({
    ...{ ...entry, price: String(price), quantity: String(quantity) },
  })),
});

function BillForm({ shipment, loaded, onClose }: BillDialogProps & { loaded: ShipmentBilling }) {
  const t = useText();
  const params = { id: shipment.id };
  const charge = useWrite(api.shipmentBilling.charge, handledByForm);
  const form = useRecordForm({
    draft: null,
    schema: ShipmentChargeInput,
    initial: valuesOf(loaded),
    refusedInline: true,
    save: (body) => charge.mutateAsync({ params, body }),
    onSaved: (saved) => {
      remember(api.shipments.get, { params }, saved);
      void refresh(api.shipments.list);
      void refresh(api.billingEntries.list);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('billing.bill.title', { id: shipment.id })}
      size={760}
      saveLabel="billing.bill.post"
      other={
        <RouteLink
          href={newEntriesPath({
            ...{ client: shipment.client_id, reference: shipment.order.reference },
            ...{ billableId: shipment.id, billableType: 'shipment', backTo: `/f/${shipment.direction}/${shipment.id}` },
          })}
        >
          {t('billing.bill.byHand')}
        </RouteLink>
      }
      onClose={onClose}
    >
      <Gaps loaded={loaded} />
      <DayField
        {...form.field('bill_date')}
        set={(day) => form.set({ bill_date: day ?? '' })}
        label="billing.entries.billDate"
        span={6}
      />
      <TextField {...form.field('reference')} label="billing.entries.reference" span={6} />
      <Charges form={form} proposed={loaded.billing.entries} />
      <TextAreaField {...form.field('note')} label="billing.entries.note" span={12} rows={2} />
    </FormDialog>
  );
}

/** What has no rate, unit or cost, and is not among the charges. */
function Gaps({ loaded }: { loaded: ShipmentBilling }) {
  const t = useText();
  if (loaded.not_proposed.length === 0) return null;
  return (
    <Alert className={css.lines} color="yellow" title={t('billing.bill.gaps')}>
      <ul className={css.gaps}>
        {loaded.not_proposed.map(({ activity, item, reason, reason_key }) => (
          <li key={`${activity} ${item} ${reason_key}`}>
            {[activity, item].filter(Boolean).join(' · ')}
            {activity && ': '}
            {sayReason(t, reason_key, reason)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

type Line = ShipmentChargeInput['entries'][number];

function Charges({ form, proposed }: { form: Form; proposed: readonly ProposedEntry[] }) {
  const t = useText();
  const explain = useHow();
  const { entries } = form.values;
  const proposalOf = (line: Line) =>
    proposed.find(
      (each) => each.billing_item_id === line.billing_item_id && each.billing_activity_id === line.billing_activity_id,
    );
  const item = (line: Line) => {
    const proposal = proposalOf(line);
    return (
      <TwoLines first={line.meta_name} second={proposal && [proposal.activity, explain(proposal.how)].join(' · ')} />
    );
  };
  return (
    <div className={css.lines}>
      {entries.length === 0 ? (
        <EmptyState title={t('billing.bill.nothing')} hint={t('billing.bill.nothingHint')} />
      ) : (
        <ChargeTable
          label={t('billing.bill.charges')}
          lines={entries}
          set={(lines) => form.set({ entries: lines })}
          item={item}
          removeLabel={({ meta_name }) => t('billing.bill.remove', { item: meta_name })}
        />
      )}
    </div>
  );
}
