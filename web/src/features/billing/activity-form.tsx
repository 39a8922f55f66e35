import { type Activity, ActivityInput, api, CHARGES } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { call, useRead, useWrite } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../ui/form/form-page.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { useGo } from '../../ui/route-link.tsx';
import { ClientField } from '../records/index.ts';
import { rememberActivity } from './billing-cache.ts';
import { ACTIVITIES, activityPath } from './billing-words.ts';

export function ActivityForm() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const isNew = id === 'new';
  const read = useRead(api.billingActivities.get, { params: { id: Number(id) } }, { enabled: !isNew, staleTime: 0 });
  const back = listAddress(ACTIVITIES);
  return (
    <Allowed access={isNew ? api.billingActivities.create.access : api.billingActivities.update.access} backTo={back}>
      {isNew ? (
        <ActivityFields activity={undefined} />
      ) : (
        <Loaded read={read} fresh backTo={back}>
          {(activity) => <ActivityFields key={activity.id} activity={activity} />}
        </Loaded>
      )}
    </Allowed>
  );
}

const FormSchema = ActivityInput.extend({
  changes_on: ActivityInput.shape.valid_from,
  updated_at: ActivityInput.shape.name.optional(),
});

const valuesOf = (activity: Activity | undefined) =>
  activity
    ? FormSchema.parse(activity)
    : {
        name: '',
        client_id: 0,
        charge: 'Manual' as const,
        is_active: 1 as const,
        valid_from: null,
        valid_to: null,
        changes_on: null,
      };

function ActivityFields({ activity }: { activity: Activity | undefined }) {
  const t = useText();
  const go = useGo();
  const create = useWrite(api.billingActivities.create, handledByForm);
  const update = useWrite(api.billingActivities.update, handledByForm);
  const params = { id: activity?.id ?? 0 };
  const form = useRecordForm({
    draft: `billing activity ${activity?.id ?? 'new'}`,
    schema: FormSchema,
    initial: valuesOf(activity),
    refusedInline: 'name',
    reload: async () => valuesOf(await call(api.billingActivities.get, { params })),
    save: ({ updated_at, client_id, changes_on, ...values }) =>
      activity
        ? update.mutateAsync({ params, body: { ...values, ...(changes_on ? { changes_on } : {}), updated_at } })
        : create.mutateAsync({ body: { ...values, client_id } }),
    onSaved: (saved) => {
      rememberActivity(saved);
      go(activityPath(saved.id, 'view'));
    },
  });
  const { charge, is_active } = form.values;
  const list = listAddress(ACTIVITIES);
  const view = activity ? activityPath(activity.id, 'view') : list;
  const title = t(activity ? 'billing.activities.edit' : 'billing.activities.make');
  return (
    <FormPage
      form={form}
      title={title}
      crumbs={[
        { label: t('navigation.billing') },
        { label: t('navigation.activities'), href: list },
        activity ? { label: activity.name, href: view } : { label: title },
      ]}
      leaveTo={view}
    >
      <FieldGroup title="navigation.activities">
        <TextField {...form.field('name')} label="billing.activities.name" span={6} autoFocus />
        <ClientField
          {...form.field('client_id')}
          set={(id) => form.set({ client_id: id ?? 0 })}
          label="billing.activities.client"
          span={6}
          disabled={activity !== undefined}
          company={activity?.client.company}
        />
        <SelectField
          {...form.field('charge')}
          label="billing.activities.charge"
          span={6}
          choices={CHARGES.map((value) => ({ value, label: value }))}
        />
        <SwitchField {...form.field('is_active')} label="billing.items.active" span={6} />
        {activity && (charge !== activity.charge || is_active !== activity.is_active) && (
          <DayField
            {...form.field('changes_on')}
            label="billing.activities.changesOn"
            hint="billing.activities.changesOnHint"
            span={12}
          />
        )}
        <DayField
          {...form.field('valid_from')}
          label="billing.activities.firstDay"
          hint="billing.activities.firstDayHint"
          span={6}
        />
        <DayField
          {...form.field('valid_to')}
          label="billing.activities.lastDay"
          hint="billing.activities.lastDayHint"
          span={6}
        />
      </FieldGroup>
    </FormPage>
  );
}
