import {
  type Activity,
  type ActivityItem,
  api,
  type BillingItem,
  hasMinimums,
  hasNoRate,
  ITEM_SEARCH_MIN,
  LinkInput,
} from '@longshore/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { z } from 'zod';
import { useRead, useWrite } from '../../lib/api.ts';
import { dayOf, useFormat } from '../../lib/format.ts';
import { SEARCH_WAIT_MS } from '../../lib/search-terms.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { type FieldProps, useField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { DecimalField, MoneyField } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { Select } from '../../ui/select.tsx';
import { rememberActivity } from './billing-cache.ts';

/** The form has a day; an empty one is today. */
const LinkForm = LinkInput.extend({ valid_from: LinkInput.shape.valid_from.nullable() });
type LinkForm = z.output<typeof LinkForm>;

const bodyOf = ({ valid_from, ...link }: LinkForm) => ({ ...link, ...(valid_from ? { valid_from } : {}) });

interface LinkFieldsProps {
  form: RecordForm<LinkForm>;
  activity: Activity;
  /** The first rate of the item in the activity. */
  isFirst?: boolean;
}

function LinkFields({ form, activity, isFirst }: LinkFieldsProps) {
  return (
    <>
      {!hasNoRate(activity.charge) && (
        <MoneyField
          {...form.field('rate')}
          label="billing.activities.rate"
          hint="billing.activities.rateHint"
          span={6}
        />
      )}
      <DecimalField
        {...form.field('quantity')}
        label="billing.activities.quantity"
        hint="billing.activities.quantityHint"
        span={6}
      />
      {hasMinimums(activity.charge) && (
        <>
          <MoneyField {...form.field('minimum_charge')} label="billing.activities.minimumCharge" span={6} />
          <DecimalField {...form.field('minimum_quantity')} label="billing.activities.minimumQuantity" span={6} />
        </>
      )}
      <DayField
        {...form.field('valid_from')}
        value={form.values.valid_from ?? null}
        label="billing.activities.validFrom"
        hint={isFirst ? 'billing.activities.firstRateHint' : 'billing.activities.validFromHint'}
        span={6}
      />
    </>
  );
}

interface LinkDialogProps {
  activity: Activity;
  item: ActivityItem;
  onClose: () => void;
}

/** Changes what an item costs in an activity, from a day on. */
export function LinkDialog({ activity, item, onClose }: LinkDialogProps) {
  const t = useText();
  const save = useWrite(api.billingActivities.saveItem, handledByForm);
  const { preferences } = useSession();
  const { rate, quantity, minimum_charge, minimum_quantity, valid_from: first } = item.pivot;
  // An item whose rate begins later has none today to change.
  const valid_from = first > dayOf(new Date(), preferences.timezone) ? first : null;
  const form = useRecordForm({
    draft: `billing link ${activity.id} ${item.id}`,
    schema: LinkForm,
    initial: LinkForm.parse({ rate, quantity, minimum_charge, minimum_quantity, valid_from }),
    refusedInline: true,
    save: (values) => save.mutateAsync({ params: { id: activity.id, itemId: item.id }, body: bodyOf(values) }),
    onSaved: (saved) => {
      rememberActivity(saved);
      onClose();
    },
  });
  const title = t('billing.activities.editTitle', { item: item.name, name: activity.name });
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <LinkFields form={form} activity={activity} />
    </FormDialog>
  );
}

const AddForm = LinkForm.extend({
  item_id: z
    .number()
    .int()
    .positive({ error: () => 'AtLeastOneItemIsRequired' }),
});

/** Adds an item to an activity; its default rate is offered. */
export function AddLinkDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const t = useText();
  const add = useWrite(api.billingActivities.addItem, handledByForm);
  const form = useRecordForm({
    draft: `billing link ${activity.id} new`,
    schema: AddForm,
    initial: { ...LinkForm.parse({ valid_from: null }), item_id: 0 },
    refusedInline: 'item_id',
    save: ({ item_id, ...values }) =>
      add.mutateAsync({ params: { id: activity.id, itemId: item_id }, body: bodyOf(values) }),
    onSaved: (saved) => {
      rememberActivity(saved);
      onClose();
    },
  });
  const pick = ({ id, rate }: BillingItem) => form.set({ item_id: id, ...(rate > 0 ? { rate: String(rate) } : {}) });
  return (
    <FormDialog form={form} title={t('billing.activities.addTitle', { name: activity.name })} onClose={onClose}>
      <ItemField
        {...form.field('item_id')}
        label="billing.activities.findItem"
        hint="billing.activities.findHint"
        span={12}
        excepts={activity.items.map(({ id }) => id)}
        onPick={pick}
      />
      <LinkFields form={form as unknown as RecordForm<LinkForm>} activity={activity} isFirst />
    </FormDialog>
  );
}

interface ItemFieldProps extends FieldProps<number> {
  excepts: number[];
  onPick: (item: BillingItem) => void;
}

/** Searches billing items on the server, from three characters on. */
function ItemField({ excepts, onPick, ...props }: ItemFieldProps) {
  const t = useText();
  const format = useFormat();
  const { frame, input } = useField(props);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<BillingItem>();
  const [searched] = useDebouncedValue(search, SEARCH_WAIT_MS);
  const isSearched = searched.trim().length >= ITEM_SEARCH_MIN && searched !== chosen?.name;
  const { data = [], isFetching } = useRead(
    api.billingItems.selector,
    { body: { search: searched.trim(), excepts } },
    { enabled: isSearched, keepPrevious: true },
  );
  const found = isSearched ? data : chosen ? [chosen] : [];
  return frame(
    <Select
      {...input}
      withAsterisk
      isSearching={isFetching || (searched !== search && search.trim().length >= ITEM_SEARCH_MIN)}
      placeholder={t('billing.activities.findHint')}
      nothingFoundMessage={
        isSearched ? t('shell.nothingFound', { search: searched }) : t('billing.activities.findHint')
      }
      data={found.map(({ id, name, rate }) => ({
        value: String(id),
        label: rate ? `${name} · ${format.money(rate)}` : name,
      }))}
      filter={({ options }) => options}
      value={chosen ? String(chosen.id) : null}
      onSearchChange={setSearch}
      onChange={(value) => {
        const item = found.find(({ id }) => String(id) === value);
        setChosen(item);
        if (item) onPick(item);
        else props.set(0);
      }}
    />,
  );
}
