import { type Activity, api, EntriesInput } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { dayOf, useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { sayMessage, useText } from '../../lib/text/text.ts';
import { toast } from '../../lib/toast.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../ui/form/form-page.tsx';
import { MoneyInput } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { useGo } from '../../ui/route-link.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { Select } from '../../ui/select.tsx';
import { ClientField } from '../records/index.ts';
import css from './billing.module.css';
import { ENTRIES } from './billing-words.ts';
import { type NewEntries, readNewEntries } from './entries-query.ts';

type Line = EntriesInput['entries'][number];
type Form = RecordForm<EntriesInput>;

/** Charges typed in by hand: client, activity, then lines of its items. */
export function EntriesForm() {
  const { query = '' }: { query?: string } = useParams({ strict: false });
  return <EntriesFields key={query} given={readNewEntries(query)} />;
}

function useActivities(clientId: number) {
  const { data } = useRead(
    api.billingActivities.load,
    { params: { clientId } },
    { enabled: clientId > 0, keepPrevious: false },
  );
  return data;
}

const lineOf = ({ id, name, uom, pivot }: Activity['items'][number]): Line => ({
  ...{ billing_item_id: id, price: String(pivot.rate), quantity: '1', meta_name: name, meta_uom: uom },
});

function EntriesFields({ given }: { given: NewEntries }) {
  const t = useText();
  const go = useGo();
  const { preferences, user } = useSession();
  const create = useWrite(api.billingEntries.create, handledByForm);
  const back = given.backTo ?? listAddress(ENTRIES);
  const working = user.working_client;
  const form = useRecordForm({
    draft: 'billing entries new',
    schema: EntriesInput,
    initial: {
      client_id: given.client ?? working?.id ?? 0,
      billing_activity_id: given.activity ?? 0,
      bill_date: dayOf(new Date(), preferences.timezone),
      reference: given.reference ?? '',
      note: '',
      billable_id: given.billableId ?? null,
      billable_type: given.billableType ?? null,
      entries: [],
    },
    refusedInline: true,
    save: (body) => create.mutateAsync({ body }),
    onSaved: (saved) => {
      void refresh(api.billingEntries.list);
      toast({ id: 'billing entries', message: t('billing.entries.saved', { count: saved.length }) });
      go(back);
    },
  });
  const { client_id, billing_activity_id } = form.values;
  const activities = useActivities(client_id);
  const activity = activities?.find(({ id }) => id === billing_activity_id);
  const company = working?.id === client_id ? working.company : activity?.client.company;
  return (
    <FormPage
      form={form}
      title={t('billing.entries.make')}
      crumbs={[
        { label: t('billing.group') },
        { label: t('billing.entries.many'), href: listAddress(ENTRIES) },
        { label: t('billing.entries.make') },
      ]}
      leaveTo={back}
    >
      <FieldGroup title="billing.entries.many">
        <ClientField
          {...form.field('client_id')}
          // The activity and its lines are the client's.
          set={(id) => form.set({ client_id: id ?? 0, billing_activity_id: 0, entries: [] })}
          label="billing.entries.client"
          span={6}
          company={company}
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
      <FieldGroup title="billing.entries.lines">
        <EntryLines form={form} activity={activity} />
        <TextAreaField {...form.field('note')} label="billing.entries.note" span={12} />
      </FieldGroup>
    </FormPage>
  );
}

function EntryLines({ form, activity }: { form: Form; activity: Activity | undefined }) {
  const t = useText();
  const format = useFormat();
  const { entries } = form.values;
  const { error } = form.field('entries');
  if (!activity)
    return (
      <div className={css.lines}>
        <EmptyState title={t('billing.entries.chooseActivity')} />
      </div>
    );
  const change = (index: number, part: Partial<Line>) =>
    form.set({ entries: entries.map((line, at) => (at === index ? { ...line, ...part } : line)) });
  const left = activity.items.filter(({ id }) => !entries.some(({ billing_item_id }) => billing_item_id === id));
  const add = () => {
    const item = left[0] ?? activity.items[0];
    if (item) form.set({ entries: [...entries, lineOf(item)] });
  };
  const rows = entries.map((line, index) => ({ line, index }));
  return (
    <div className={css.lines}>
      {error && <p role="alert">{sayMessage(t, error)}</p>}
      {rows.length > 0 && (
        <LineTable
          label={t('billing.entries.lines')}
          rows={rows}
          rowKey={({ index }) => index}
          columns={[
            {
              header: 'billing.entries.item',
              render: ({ line, index }) => (
                <Select
                  aria-label={t('billing.entries.item')}
                  data={activity.items.map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={String(line.billing_item_id)}
                  onChange={(id) => {
                    const item = activity.items.find((each) => String(each.id) === id);
                    if (item) change(index, lineOf(item));
                  }}
                />
              ),
            },
            { header: 'billing.entries.uom', width: 90, render: ({ line }) => line.meta_uom || '–' },
            {
              header: 'billing.entries.quantity',
              width: 120,
              right: true,
              render: ({ line, index }) => (
                <MoneyInput
                  aria-label={t('billing.entries.quantity')}
                  value={line.quantity}
                  set={(quantity) => change(index, { quantity })}
                />
              ),
            },
            {
              header: 'billing.entries.price',
              width: 130,
              right: true,
              render: ({ line, index }) => (
                <MoneyInput
                  aria-label={t('billing.entries.price')}
                  value={line.price ?? ''}
                  set={(price) => change(index, { price })}
                />
              ),
            },
            {
              header: 'billing.entries.total',
              width: 120,
              right: true,
              total: format.money(rows.reduce((sum, { line }) => sum + amountOf(line), 0)),
              render: ({ line }) => format.money(amountOf(line)),
            },
          ]}
          actions={({ index }) => (
            <RowAction
              label={t('billing.entries.removeLine', { line: index + 1 })}
              icon={IconTrash}
              run={() => form.set({ entries: entries.filter((_, at) => at !== index) })}
            />
          )}
        />
      )}
      <Button
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

/** For the screen only; the server computes what is charged. */
const amountOf = ({ price, quantity }: Line) => Math.round(Number(price) * Number(quantity) * 100) / 100 || 0;
