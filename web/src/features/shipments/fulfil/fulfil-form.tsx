import {
  api,
  type BucketFound,
  FulfilLineInput,
  type FulfilmentLine,
  type LinesFulfilled,
  type LotFound,
  messageWith,
  NO_LICENSE,
  type PlaceFound,
  type Shipment,
} from '@longshore/contract';
import { Autocomplete, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { type ApiFailure, useRead, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SelectField, TextField, useField } from '../../../ui/form/fields.tsx';
import formCss from '../../../ui/form/form.module.css';
import { isPlainEnter, moveOnEnter } from '../../../ui/form/form-keys.ts';
import { FormProblems } from '../../../ui/form/form-page.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { QuantityField } from '../../../ui/form/number-fields.tsx';
import { type FieldOf, handledByForm, type RecordForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { TAKES_SCANS } from '../../../ui/scan/text-fields.ts';
import { UnknownPlate } from '../../stock/index.ts';
import { rememberShipment, withFulfilled } from '../shipment-cache.ts';
import { useSearchTerm, useSearchText } from './found-select.tsx';
import css from './fulfil.module.css';
import { BucketSelect } from './fulfil-buckets.tsx';
import { LotFields } from './fulfil-lots.tsx';
import { isOpen, leftOf, type Quarantine } from './fulfil-scans.ts';
import { type OnTyped, useReportTyped } from './leave-typed.tsx';
import { forgetLineFacts, useLineFacts, withoutPlate } from './line-facts.ts';
import type { LaterLot } from './take-scan.ts';
import { type FulfilScan, useLaterLotText } from './use-fulfil-scan.ts';

/** The form has a field per value; a lot or bucket that is not chosen is 0. */
const Draft = z.object({
  lineId: FulfilLineInput.shape.lineId,
  quantity: FulfilLineInput.shape.quantity.unwrap(),
  license: z.string(),
  lotId: z.number(),
  serialId: z.number(),
  newLot: z.string().max(64, 'TooLong:64'),
  expire: z.string().nullable(),
  reference: z.string().max(255, 'TooLong:255'),
});
type Draft = z.output<typeof Draft>;
type Form = RecordForm<Draft>;

const lineOf = (lines: readonly FulfilmentLine[], id: number) => lines.find((line) => line.id === id);

/**
 * What the specification asks of a fulfilment, by the item of the chosen line. A bucket that leaves has its own lot.
 */
const rulesFor = (lines: readonly FulfilmentLine[], isInbound: boolean) =>
  Draft.superRefine(({ lineId, quantity, lotId, newLot, serialId }, context) => {
    const line = lineOf(lines, lineId);
    if (!line) return;
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const hasLot = lotId || newLot.trim() || (serialId && !isInbound);
    if (line.inventory.config.lot === 1 && !hasLot) refuse('lotId', messageWith('LotRequired', line.inventory.sku));
    if (line.inventory.config.serial === 1 && !serialId)
      refuse('serialId', messageWith('SerialRequired', line.inventory.sku));
    if (quantity > leftOf(line)) refuse('quantity', 'QuantityCannotBeMoreThanOrdered');
  });

const bodyOf = (draft: Draft, into: Quarantine, allow_expired: 0 | 1): FulfilLineInput => {
  const { lotId, serialId, newLot, expire, ...rest } = draft;
  return {
    ...rest,
    ...into,
    allow_expired,
    lotId: lotId || null,
    serialId: serialId || null,
    newLot: !lotId && newLot.trim() ? { lot: newLot.trim(), expire } : null,
  };
};

const isExpired = ({ keys }: ApiFailure) => keys?.allow_expired !== undefined;

/** What the scan field and the form have in common: the lots that were agreed to. */
type LotQuestion = Pick<FulfilScan, 'findLaterLot' | 'agreeToLot'>;

interface FulfilFormProps {
  shipment: Shipment;
  run: LotQuestion;
  /** The line that is current in the scan field. */
  lineId: number | undefined;
  /** What is received goes into quarantine, as what is scanned does. */
  into: Quarantine;
  onTyped: OnTyped;
}

/** Fulfilment by typing: line, quantity, plate, lot, serials. It stays open for the next one. */
export default function FulfilForm({ shipment, run, lineId, into, onTyped }: FulfilFormProps) {
  // A fresh form after each fulfilment, on the same line while it has something left.
  const [round, setRound] = useState({ number: 0, lineId: lineId ?? 0, saved: '' });
  // The line on which something is being typed: the form stays on it even if others complete it meanwhile.
  const [keptId, setKeptId] = useState(0);
  const open = shipment.shipment_lines.filter(isOpen);
  const line = lineOf(shipment.shipment_lines, keptId) ?? lineOf(open, round.lineId) ?? open[0];
  return (
    <OneFulfilment
      key={`${round.number} ${line?.id}`}
      shipment={shipment}
      run={run}
      first={line}
      into={into}
      saved={round.saved}
      onSaved={(id, saved) => {
        setRound({ number: round.number + 1, lineId: id, saved });
        setKeptId(0);
      }}
      onTyped={(typed) => {
        setKeptId(typed ? (line?.id ?? 0) : 0);
        onTyped(typed);
      }}
    />
  );
}

interface OneProps {
  shipment: Shipment;
  run: LotQuestion;
  first: FulfilmentLine | undefined;
  into: Quarantine;
  /** What was fulfilled before it; then its first field gets the focus, which was on the button. */
  saved: string;
  onSaved: (lineId: number, saved: string) => void;
  onTyped: OnTyped;
}

/** The form of one fulfilment, and the questions about an expired lot and about another one than the earliest. */
function useFulfilForm({ shipment, run, first, into, onSaved, onTyped }: OneProps) {
  const t = useText();
  const [expired, setExpired] = useState<FulfilLineInput>();
  const [later, setLater] = useState<LaterLot>();
  /** The expired lot was confirmed: for this attempt, and its repetition when no answer came. */
  const allowExpired = useRef<0 | 1>(0);
  const fulfil = useWrite(api.shipments.fulfilLine, handledByForm);
  const { id, shipment_lines: lines } = shipment;
  const done = (saved: LinesFulfilled, { lineId, quantity }: Draft) => {
    forgetLineFacts();
    rememberShipment(withFulfilled(shipment, saved));
    const sku = lineOf(lines, lineId)?.inventory.sku ?? '';
    onSaved(lineId, t(shipment.direction === 'inbound' ? 'fulfilment.received' : 'fulfilment.took', { quantity, sku }));
  };
  const form: Form = useRecordForm({
    draft: `fulfilment ${id}`,
    schema: rulesFor(lines, shipment.direction === 'inbound'),
    initial: {
      lineId: first?.id ?? 0,
      quantity: 1,
      license: '',
      lotId: 0,
      serialId: 0,
      newLot: '',
      expire: null,
      reference: '',
    },
    isAskedFirst: async (draft) => {
      const found = await run.findLaterLot(bodyOf(draft, into, 0));
      setLater(found);
      return found !== undefined;
    },
    save: (draft) => {
      const body = bodyOf(draft, into, allowExpired.current);
      return fulfil.mutateAsync({ params: { id }, body }).catch((failure: ApiFailure) => {
        if (failure.status !== 0) allowExpired.current = 0;
        if (isExpired(failure)) setExpired(body);
        throw failure;
      });
    },
    refusedInline: true,
    onSaved: (saved) => done(saved, form.values),
  });
  useReportTyped(form, onTyped);
  return {
    form,
    expired,
    later,
    cancelLater: () => setLater(undefined),
    confirmLater: ({ lotId }: LaterLot) => {
      setLater(undefined);
      run.agreeToLot(lotId);
      void form.submit();
    },
    cancelExpired: () => setExpired(undefined),
    confirmExpired: () => {
      setExpired(undefined);
      allowExpired.current = 1;
      void form.submit();
    },
  };
}

function OneFulfilment(props: OneProps) {
  const { shipment } = props;
  const t = useText();
  const isInbound = shipment.direction === 'inbound';
  const { form, expired, confirmExpired, cancelExpired, later, confirmLater, cancelLater } = useFulfilForm(props);
  const line = lineOf(shipment.shipment_lines, form.values.lineId);
  const plateSearch = useSearchTerm(form.values.license);
  const [lotSearch, bucketSearch] = [useSearchText(), useSearchText()];
  const facts = useLineFacts(shipment, line, {
    place: plateSearch.text || NO_LICENSE,
    lot: lotSearch.text,
    serial: bucketSearch.text,
  });
  const hasSerials = line?.inventory.config.serial === 1;
  const lots = isInbound ? facts.lots : hasSerials ? lotsOf(facts.buckets) : lotsAt(facts.places, form.values.license);
  useFirstFocus(form.field(hasSerials ? 'serialId' : 'quantity').id, props.saved !== '');
  const chosenLot = lots.find(({ id }) => id === expired?.lotId);
  return (
    <form
      noValidate
      className={css.form}
      onKeyDown={moveOnEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {/* A toast would cover the button on a phone. */}
      <p className={css.saved} role="status">
        {props.saved}
      </p>
      <FormProblems form={form} />
      <div className={formCss.grid}>
        <SelectField
          {...form.field('lineId')}
          label="fulfilment.line"
          span={9}
          choices={shipment.shipment_lines
            .filter((one) => one === line || isOpen(one))
            .map((one) => ({
              value: String(one.id),
              label: t('fulfilment.lineChoice', { sku: one.inventory.sku, left: leftOf(one) }),
            }))}
          onChosen={(id) => form.set({ lineId: Number(id), lotId: 0, serialId: 0, newLot: '', expire: null })}
        />
        <Units form={form} hasSerials={hasSerials} />
        {hasSerials && (
          <BucketSelect
            {...form.field('serialId')}
            facts={facts}
            search={bucketSearch}
            onChoose={({ id: serialId, units: quantity, license, lot_id }) =>
              form.set({ serialId, quantity, ...(isInbound ? {} : { license, lotId: lot_id ?? 0 }) })
            }
          />
        )}
        <PlateLookUp {...form.field('license')} shipment={shipment} line={line} search={plateSearch} />
        <UnknownPlate
          error={form.field('license').error}
          clientId={shipment.client_id}
          onCreated={() => void form.submit()}
        />
        {line?.inventory.config.lot === 1 && (
          <LotFields form={form} lots={lots} isInbound={isInbound} isFetching={facts.isFetching} search={lotSearch} />
        )}
        <TextField {...form.field('reference')} label="fulfilment.reference" span={6} />
      </div>
      <Button type="submit" className={css.touch ?? ''} disabled={form.saving}>
        {t('fulfilment.save')}
      </Button>
      <LeaveGuard form={form} />
      {later && <LaterLotQuestion later={later} onConfirm={() => confirmLater(later)} onClose={cancelLater} />}
      {expired && <ExpiredQuestion lot={chosenLot} onConfirm={confirmExpired} onClose={cancelExpired} />}
    </form>
  );
}

/** The quantity; a bucket has its own, so that there is none until one is chosen. */
function Units({ form, hasSerials }: { form: Form; hasSerials: boolean }) {
  const field = form.field('quantity');
  const value = hasSerials && !form.values.serialId ? 0 : field.value;
  return (
    <QuantityField
      {...field}
      value={value}
      label="fulfilment.quantity"
      span={3}
      disabled={hasSerials}
      zeroIsBlank={hasSerials}
    />
  );
}

/** Focuses a field when the form appears. */
function useFirstFocus(id: string, isActive: boolean) {
  const [first] = useState({ id, isActive });
  useEffect(() => {
    if (first.isActive) document.getElementById(first.id)?.focus();
  }, [first]);
}

/** Outbound, the lots that are on the chosen plate. */
function lotsAt(places: readonly PlaceFound[], license: string): LotFound[] {
  const here = places.filter((place) => place.lot_id !== null && place.license.toLowerCase() === license.toLowerCase());
  return here.map(({ lot_id, lot, expire, quantity }) => ({ id: lot_id ?? 0, lot, expire, quantity }));
}

/** Outbound, the lots of the buckets: each bucket leaves with its own lot. */
const lotsOf = (buckets: readonly BucketFound[]): LotFound[] =>
  buckets.flatMap(({ lot_id, lot, units }) =>
    lot_id === null ? [] : [{ id: lot_id, lot, expire: null, quantity: units }],
  );

interface ExpiredProps {
  lot: LotFound | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

function ExpiredQuestion({ lot, onConfirm, onClose }: ExpiredProps) {
  const t = useText();
  const format = useFormat();
  const date = lot?.expire ? format.date(lot.expire) : '';
  return (
    <ConfirmDialog
      title={t('fulfilment.expiredTitle')}
      text={t('fulfilment.expiredText', { lot: lot?.lot ?? '', date })}
      confirm={t('fulfilment.takeAnyway')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

interface LaterLotProps {
  later: LaterLot;
  onConfirm: () => void;
  onClose: () => void;
}

function LaterLotQuestion({ later, onConfirm, onClose }: LaterLotProps) {
  const t = useText();
  const { why, label } = useLaterLotText()(later);
  return (
    <ConfirmDialog
      title={t('fulfilment.laterLotTitle')}
      text={why}
      confirm={label}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

type PlateProps = FieldOf<string> & {
  shipment: Shipment;
  line: FulfilmentLine | undefined;
  search: ReturnType<typeof useSearchTerm>;
};

/** A plate by its number, searched while typing; marked when no plate is found. */
function PlateLookUp({ shipment, line, search: { text: search, enter }, ...field }: PlateProps) {
  const t = useText();
  const isInbound = shipment.direction === 'inbound';
  const { frame, input } = useField({
    ...field,
    label: 'fulfilment.plate',
    hint: isInbound ? 'fulfilment.plateHintInbound' : 'fulfilment.plateHintOutbound',
    span: 6,
  });
  const body = {
    client_id: shipment.client_id,
    inventory_id: line?.inventory_id ?? 0,
    license: search,
    action: shipment.direction,
  };
  const { data: found = [], isSuccess } = useRead(
    api.shipments.findPlaces,
    { body },
    { enabled: line !== undefined, keepPrevious: true },
  );
  const plates = [
    ...new Set(
      withoutPlate(found)
        .map(({ license }) => license)
        .filter(Boolean),
    ),
  ];
  const isMissing = search !== '' && search === field.value.trim() && isSuccess && plates.length === 0;
  const nothing = t(isInbound ? 'fulfilment.noPlateFound' : 'fulfilment.noneHere');
  return frame(
    <Autocomplete
      {...input}
      error={input.error ?? (isMissing ? nothing : undefined)}
      data={plates}
      limit={20}
      // The server has searched already.
      filter={({ options }) => options}
      data-mono
      {...TAKES_SCANS}
      maxLength={64}
      autoComplete="off"
      value={field.value}
      onChange={field.set}
      onOptionSubmit={enter}
      onKeyDown={(event) => isPlainEnter(event) && enter(event.currentTarget.value)}
      onBlur={(event) => enter(event.currentTarget.value)}
    />,
  );
}
