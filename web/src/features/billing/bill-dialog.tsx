import { api, type ProposedEntry, type Shipment, type ShipmentBilling, ShipmentChargeInput } from '@longshore/contract';
import { Alert, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { refresh, remember, remembered, useRead, useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { translateMessage, translateReason, useText } from '../../lib/text/text.ts';
import { type Fact, Facts } from '../../ui/detail/facts.tsx';
import { TwoLines } from '../../ui/detail/line-table.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { Select } from '../../ui/select.tsx';
import css from './billing.module.css';
import { ChargeTable } from './charge-table.tsx';
import { useComputationText } from './computation-words.ts';
import { newEntriesPath } from './entries-query.ts';
import { type BillLine, isSameCharge, lineOfAddable, lineOfProposal, withProposalOf } from './proposed-lines.ts';

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
      <Loaded read={read} inPage backTo="">
        {() => null}
      </Loaded>
    </Dialog>
  );
}

/** With the proposal that the lines started from: a restored draft is compared with what is proposed now. */
const BillDraft = ShipmentChargeInput.extend({ proposed: z.array(z.custom<ProposedEntry>()) });
type BillDraft = z.output<typeof BillDraft>;
type Form = RecordForm<BillDraft>;

const valuesOf = ({ billing, addable }: ShipmentBilling): BillDraft => ({
  ...billing,
  // Of charges that name none; with nothing proposed every added one names its own.
  billing_activity_id: billing.billing_activity_id || (addable[0]?.billing_activity_id ?? 0),
  entries: billing.entries.map(lineOfProposal),
  proposed: billing.entries,
});

/**
 * The proposal of the bill date: on another day the lines are priced with the rates of that day, and a draft of before
 * is brought up to date.
 */
function useProposal(form: Form, params: { id: number }, loaded: ShipmentBilling) {
  const [proposal, setProposal] = useState(loaded);
  const { bill_date: day, entries, proposed } = form.values;
  const isOther = day !== '' && day !== proposal.billing.bill_date;
  const read = useRead(api.shipmentBilling.load, { params, query: { day } }, { enabled: isOther, staleTime: 0 });
  useEffect(() => {
    if (!isOther || read.isFetching || read.data?.billing.bill_date !== day) return;
    setProposal(read.data);
  });
  const { entries: latest } = proposal.billing;
  const isOutdated = !isOther && JSON.stringify(proposed) !== JSON.stringify(latest);
  useEffect(() => {
    if (isOutdated) form.set({ entries: withProposalOf(entries, proposed, latest), proposed: latest });
  });
  return {
    proposal,
    isLoading: isOutdated || (isOther && !read.isError),
    retry: isOther && read.isError ? read.refetch : undefined,
  };
}

function BillForm({ shipment, loaded, onClose }: BillDialogProps & { loaded: ShipmentBilling }) {
  const t = useText();
  const params = { id: shipment.id };
  const charge = useWrite(api.shipmentBilling.charge, handledByForm);
  const form = useRecordForm({
    draft: `bill ${shipment.id}`,
    schema: BillDraft,
    initial: valuesOf(loaded),
    refusedInline: true,
    save: ({ proposed: _, ...body }) => charge.mutateAsync({ params, body }),
    onSaved: (saved) => {
      const known = remembered(api.shipments.get, { params });
      if (known) remember(api.shipments.get, { params }, { ...known, ...saved });
      else void refresh(api.shipments.get, { params });
      void refresh(api.shipments.list);
      void refresh(api.billingEntries.list);
      onClose();
    },
  });
  const { proposal, isLoading, retry } = useProposal(form, params, loaded);
  return (
    <FormDialog
      form={form}
      title={t('billing.bill.title', { id: shipment.id })}
      size={760}
      saveLabel="billing.bill.post"
      waits={isLoading || retry !== undefined}
      other={
        <RouteLink
          href={newEntriesPath({
            client: shipment.client_id,
            reference: shipment.order.reference,
            billableId: shipment.id,
            billableType: 'shipment',
            backTo: `/f/${shipment.direction}/${shipment.id}`,
          })}
        >
          {t('billing.bill.byHand')}
        </RouteLink>
      }
      onClose={onClose}
    >
      <StationProblem loaded={proposal} />
      <Gaps loaded={proposal} />
      <ShipmentFacts loaded={proposal} />
      <DayField
        {...form.field('bill_date')}
        set={(day) => form.set({ bill_date: day ?? '' })}
        label="billing.entries.billDate"
        span={6}
      />
      <TextField {...form.field('reference')} label="billing.entries.reference" span={6} />
      {retry && (
        <Alert className={css.lines} color="red">
          {t('billing.bill.notRead')}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void retry()}>
            {t('common.retry')}
          </Button>
        </Alert>
      )}
      <Charges form={form} proposal={proposal} />
      <TextAreaField {...form.field('note')} label="billing.entries.note" span={12} rows={2} />
    </FormDialog>
  );
}

/** Why the cost of the labels may be missing. */
function StationProblem({ loaded: { ss_error, ss_error_key } }: { loaded: ShipmentBilling }) {
  const t = useText();
  if (!ss_error) return null;
  return (
    <Alert className={css.lines} color="yellow" title={t('station.title')}>
      {translateReason(t, ss_error_key, ss_error)}
    </Alert>
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
            {translateReason(t, reason_key, reason)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** What one should know before one charges: the order's note, and what shipping cost. */
function ShipmentFacts({ loaded: { comment, tracking } }: { loaded: ShipmentBilling }) {
  const format = useFormat();
  const { cost, waybill } = tracking;
  const facts: Fact[] = [
    ...(cost > 0 || waybill
      ? [{ label: 'shipments.cost' as const, value: format.money(cost), second: waybill || undefined }]
      : []),
    ...(comment ? [{ label: 'orders.note' as const, value: comment, wide: true }] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <div className={css.lines}>
      <Facts items={facts} />
    </div>
  );
}

function Charges({ form, proposal }: { form: Form; proposal: ShipmentBilling }) {
  const t = useText();
  const explain = useComputationText();
  const { entries } = form.values;
  const { error } = form.field('entries');
  const second = (line: BillLine) => {
    const proposed = proposal.billing.entries.find((each) => isSameCharge(each, line));
    if (proposed) return [proposed.activity, explain(proposed.how)].join(' · ');
    return proposal.addable.find((each) => isSameCharge(each, line))?.activity;
  };
  return (
    <div className={css.lines}>
      {error && <p role="alert">{translateMessage(t, error)}</p>}
      {entries.length === 0 ? (
        <EmptyState title={t('billing.bill.nothing')} hint={t('billing.bill.nothingHint')} />
      ) : (
        <ChargeTable
          label={t('billing.bill.charges')}
          lines={entries}
          set={(lines) => form.set({ entries: lines })}
          item={(line) => <TwoLines first={line.meta_name} second={second(line)} />}
          removeLabel={({ meta_name }) => t('billing.bill.remove', { item: meta_name })}
        />
      )}
      <AddCharge form={form} addable={proposal.addable} />
    </div>
  );
}

/** Adds a charge of the client's activities; choosing one is all that it takes. */
function AddCharge({ form, addable }: { form: Form; addable: ShipmentBilling['addable'] }) {
  const t = useText();
  const { entries } = form.values;
  const left = addable.filter((each) => !entries.some((line) => isSameCharge(line, each)));
  if (addable.length === 0) return null;
  return (
    <Select
      // Empty again after each choice.
      key={entries.length}
      aria-label={t('billing.bill.add')}
      placeholder={t('billing.bill.add')}
      leftSection={<IconPlus size={16} stroke={1.7} />}
      disabled={left.length === 0}
      data={left.map((each, at) => ({ value: String(at), label: `${each.activity} · ${each.meta_name}` }))}
      value={null}
      onChange={(at) => {
        const chosen = left[Number(at)];
        if (chosen) form.set({ entries: [...entries, lineOfAddable(chosen)] });
      }}
    />
  );
}
