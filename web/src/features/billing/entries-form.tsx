import { type Activity, api, EntriesInput } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { dayOf } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { toast } from '../../lib/toast.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../ui/form/form-page.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { Select } from '../../ui/select.tsx';
import { useFocusNext } from '../../ui/use-focus-next.ts';
import { ClientField, shipmentPath } from '../records/index.ts';
import css from './billing.module.css';
import { ENTRIES } from './billing-words.ts';
import { ChargeTable } from './charge-table.tsx';
import { type NewEntries, readNewEntries } from './entries-query.ts';

type Line = EntriesInput['entries'][number];
type Form = RecordForm<EntriesInput>;

/** Charges typed in by hand: client, activity, then lines of its items. */
export function EntriesForm() {
  const { query = '' }: { query?: string } = useParams({ strict: false });
  const given = readNewEntries(query);
  return (
    <Allowed access={api.billingEntries.create.access} backTo={given.backTo ?? listAddress(ENTRIES)}>
      <EntriesFields key={query} query={query} given={given} />
    </Allowed>
  );
}

/** The activities of a client with the rates of the bill date. */
function useActivities(clientId: number, day: string) {
  const { data } = useRead(
    api.billingActivities.load,
    { params: { clientId }, query: day ? { day } : {} },
    { enabled: clientId > 0, keepPrevious: true },
  );
  // Those of another day are shown until the new ones are there, but not those of another client.
  return data?.every(({ client_id }) => client_id === clientId) ? data : undefined;
}

/** Without a price: the server takes the rate of the bill date, unless somebody types another. */
const lineOf = ({ id, name, uom }: Activity['items'][number]): Line => ({
  billing_item_id: id,
  quantity: '1',
  meta_name: name,
  meta_uom: uom,
});

const valuesOf = (given: NewEntries, clientId: number, today: string): EntriesInput => ({
  client_id: given.client ?? clientId,
  billing_activity_id: given.activity ?? 0,
  bill_date: today,
  reference: given.reference ?? '',
  note: '',
  billable_id: given.billableId ?? null,
  billable_type: given.billableType ?? null,
  entries: [],
});

function EntriesFields({ query, given }: { query: string; given: NewEntries }) {
  const t = useText();
  const go = useGo();
  const { preferences, user } = useSession();
  const create = useWrite(api.billingEntries.create, handledByForm);
  const back = given.backTo ?? listAddress(ENTRIES);
  const form = useRecordForm({
    // The draft belongs to what the address carries, so that charges of another shipment are not offered here.
    draft: `billing entries new ${query}`,
    schema: EntriesInput,
    initial: valuesOf(given, user.working_client?.id ?? 0, dayOf(new Date(), preferences.timezone)),
    refusedInline: true,
    save: (body) => create.mutateAsync({ body }),
    onSaved: (saved) => {
      void refresh(api.billingEntries.list);
      toast({ id: 'billing entries', message: t('billing.entries.saved', { count: saved.length }) });
      go(back);
    },
  });
  const activities = useActivities(form.values.client_id, form.values.bill_date);
  const activity = activities?.find(({ id }) => id === form.values.billing_activity_id);
  return (
    <FormPage
      form={form}
      title={t('billing.entries.make')}
      crumbs={[
        { label: t('navigation.billing') },
        { label: t('navigation.entries'), href: listAddress(ENTRIES) },
        { label: t('billing.entries.make') },
      ]}
      leaveTo={back}
    >
      <HeadFields form={form} activities={activities} activity={activity} />
      <FieldGroup title="billing.entries.lines">
        <EntryLines form={form} activity={activity} />
        <TextAreaField {...form.field('note')} label="billing.entries.note" span={12} />
      </FieldGroup>
    </FormPage>
  );
}

interface HeadProps {
  form: Form;
  /** Undefined while they are loaded. */
  activities: readonly Activity[] | undefined;
  activity: Activity | undefined;
}

function HeadFields({ form, activities, activity }: HeadProps) {
  const { user } = useSession();
  const { client_id } = form.values;
  const working = user.working_client;
  return (
    <FieldGroup title="navigation.entries">
      <AboutShipment form={form} />
      <ClientField
        {...form.field('client_id')}
        // The activity and its lines are the client's.
        set={(id) => form.set({ client_id: id ?? 0, billing_activity_id: 0, entries: [] })}
        label="billing.entries.client"
        span={6}
        company={working?.id === client_id ? working.company : activity?.client.company}
      />
      <SelectField
        {...form.field('billing_activity_id')}
        set={(id) => form.set({ billing_activity_id: id, entries: [] })}
        label="billing.entries.activity"
        span={6}
        disabled={client_id === 0}
        {...(activities?.length === 0 ? { hint: 'billing.entries.noActivities' as const } : {})}
        choices={(activities ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <DayField
        {...form.field('bill_date')}
        set={(day) => form.set({ bill_date: day ?? '' })}
        label="billing.entries.billDate"
        span={3}
      />
      <TextField {...form.field('reference')} label="billing.entries.reference" span={6} />
    </FieldGroup>
  );
}

/** The shipment that is charged, when the address names one. */
function AboutShipment({ form }: { form: Form }) {
  const t = useText();
  const { can } = useSession();
  const { billable_id: id, billable_type } = form.values;
  const isShipment = id !== null && billable_type === 'shipment';
  const { data } = useRead(
    api.shipments.get,
    { params: { id: id ?? 0 } },
    { enabled: isShipment && can(api.shipments.get.access) },
  );
  if (!isShipment) return null;
  const name = t('billing.entries.ofShipment', { id });
  return (
    <p className={css.wide}>
      {data ? (
        <>
          <RouteLink href={shipmentPath(data.direction, id)}>{name}</RouteLink> · {data.order.reference}
        </>
      ) : (
        name
      )}
    </p>
  );
}

function EntryLines({ form, activity }: { form: Form; activity: Activity | undefined }) {
  const t = useText();
  const focusNext = useFocusNext();
  const { entries } = form.values;
  const { error } = form.field('entries');
  const itemId = (index: number) => `${form.id}-entries.${index}.item`;
  const addId = `${form.id}-add`;
  const setLines = (lines: Line[]) => {
    form.set({ entries: lines });
    // The row after the removed one, or what is left.
    const removed = entries.findIndex((entry, at) => lines[at] !== entry);
    if (lines.length < entries.length) focusNext(lines.length ? itemId(Math.min(removed, lines.length - 1)) : addId);
  };
  if (!activity)
    return (
      <div className={css.lines}>
        <EmptyState title={t('billing.entries.chooseActivity')} />
      </div>
    );
  const left = activity.items.filter(({ id }) => !entries.some(({ billing_item_id }) => billing_item_id === id));
  const add = () => {
    const item = left[0] ?? activity.items[0];
    if (!item) return;
    form.set({ entries: [...entries, lineOf(item)] });
    focusNext(itemId(entries.length));
  };
  return (
    <div className={css.lines}>
      {error && <p role="alert">{translateMessage(t, error)}</p>}
      {entries.length > 0 && (
        <ChargeTable
          label={t('billing.entries.lines')}
          lines={entries}
          set={setLines}
          item={(line, change) => (
            <ItemChoice id={itemId(entries.indexOf(line))} activity={activity} line={line} change={change} />
          )}
          between={[{ header: 'billing.entries.uom', width: 90, render: ({ line }) => line.meta_uom || '–' }]}
          removeLabel={(_, line) => t('billing.entries.removeLine', { line })}
          rateOf={(line) => {
            const item = activity.items.find(({ id }) => id === line.billing_item_id);
            return item && String(item.pivot.rate);
          }}
        />
      )}
      <Button
        id={addId}
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.7} />}
        disabled={activity.items.length === 0}
        onClick={add}
      >
        {t('billing.entries.addLine')}
      </Button>
    </div>
  );
}

interface ItemChoiceProps {
  id: string;
  activity: Activity;
  line: Line;
  change: (part: Partial<Line>) => void;
}

function ItemChoice({ id: fieldId, activity, line, change }: ItemChoiceProps) {
  const t = useText();
  const own = { id: line.billing_item_id, name: line.meta_name };
  // On another day the item may not be charged: it stays visible, and saving says so.
  const offered = activity.items.some(({ id }) => id === own.id) ? activity.items : [...activity.items, own];
  return (
    <Select
      id={fieldId}
      aria-label={t('billing.entries.item')}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(line.billing_item_id)}
      onChange={(id) => {
        const item = activity.items.find((each) => String(each.id) === id);
        if (item) change({ ...lineOf(item), price: undefined, quantity: line.quantity });
      }}
    />
  );
}
