import { api, CountInput } from '@longshore/contract';
import { Autocomplete } from '@mantine/core';
import { useRead, useWrite } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { type FieldProps, SwitchField, TextField, useField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { useGo } from '../../../ui/route-link.tsx';
import { ClientField } from '../../records/index.ts';
import { rememberCount } from './count-cache.ts';
import { countPath } from './count-words.ts';
import css from './counts.module.css';

/** Suggests the working client's categories; those of another client are typed. */
function CategoryField(props: FieldProps<string>) {
  const { frame, input } = useField(props);
  const { data: categories = [] } = useRead(api.panels.categories, { params: { type: 'Inventory' }, query: {} });
  return frame(
    <Autocomplete {...input} data={categories.map(({ name }) => name)} value={props.value} onChange={props.set} />,
  );
}

/** Creates a count: everything of a client, or a filtered part. */
export function CountDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const go = useGo();
  const { user } = useSession();
  const create = useWrite(api.counts.create, handledByForm);
  const form = useRecordForm({
    draft: 'count new',
    schema: CountInput,
    initial: {
      client_id: user.working_client?.id ?? 0,
      name: '',
      bin_from: '',
      bin_to: '',
      bin: '',
      item: '',
      category: '',
      blind: 0,
    },
    save: (body) => create.mutateAsync({ body }),
    onSaved: (count) => {
      rememberCount(count);
      onClose();
      go(countPath(count.id));
    },
  });
  return (
    <FormDialog form={form} title={t('counts.make')} saveLabel="counts.makeIt" onClose={onClose}>
      <p className={css.explained}>{t('counts.makeText')}</p>
      <ClientField
        {...form.field('client_id')}
        value={form.values.client_id ?? null}
        set={(id) => form.set({ client_id: id ?? 0 })}
        label="counts.client"
        span={6}
        company={user.working_client?.company}
      />
      <TextField {...form.field('name')} label="counts.name" hint="counts.nameHint" span={6} autoFocus />
      <h3 className={css.part}>{t('counts.narrow')}</h3>
      <TextField {...form.field('bin_from')} label="counts.binFrom" span={4} mono />
      <TextField {...form.field('bin_to')} label="counts.binTo" span={4} mono />
      <TextField {...form.field('bin')} label="counts.bin" span={4} mono />
      <TextField {...form.field('item')} label="counts.item" span={6} />
      <CategoryField {...form.field('category')} label="counts.category" span={6} />
      <SwitchField {...form.field('blind')} label="counts.blind" hint="counts.blindHint" span={12} />
    </FormDialog>
  );
}
