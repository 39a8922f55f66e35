import { type AutoTask, AutoTaskInput, api, TASK_FILES, TASK_FREQUENCIES, TASK_REPORTS } from '@longshore/contract';
import { refresh, useWrite } from '../../../lib/api.ts';
import { useText } from '../../../lib/text/text.ts';
import { toast } from '../../../lib/toast.ts';
import { EmailField, type FieldProps, SelectField, useField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { ClientsInput } from './clients-input.tsx';

const refreshTasks = () => void refresh(api.autoTasks.list);

function ClientsField(props: FieldProps<number[]>) {
  const { frame } = useField(props);
  return frame(<ClientsInput id={props.id} value={props.value} set={props.set} error={props.error} />);
}

const REPORT_TYPES = [1, 2, 3] as const;

/** A new report that is mailed after every week or month. */
export function TaskDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const create = useWrite(api.autoTasks.create, handledByForm);
  const form = useRecordForm({
    draft: 'auto task new',
    schema: AutoTaskInput,
    initial: {
      frequency: 'Month',
      report_type: 1,
      file_type: 'excel',
      receiver_1: '',
      receiver_2: '',
      params: { clients: [] },
    } as AutoTaskInput,
    refusedInline: true,
    save: (body) => create.mutateAsync({ body }),
    onSaved: () => {
      refreshTasks();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('reports.tasks.createTitle')} onClose={onClose}>
      <ClientsField {...form.within('params')('clients')} label="reports.clients" span={12} />
      <SelectField
        {...form.field('report_type')}
        label="reports.name"
        span={6}
        choices={REPORT_TYPES.map((type) => ({ value: String(type), label: t(`reports.names.${TASK_REPORTS[type]}`) }))}
      />
      <SelectField
        {...form.field('file_type')}
        label="reports.format"
        span={6}
        choices={TASK_FILES.map((file) => ({ value: file, label: t(`reports.formats.${file}`) }))}
      />
      <SelectField
        {...form.field('frequency')}
        label="reports.tasks.frequency"
        span={12}
        note={t(`reports.tasks.frequencyHints.${form.values.frequency}`)}
        choices={TASK_FREQUENCIES.map((each) => ({ value: each, label: t(`reports.tasks.frequencies.${each}`) }))}
      />
      <EmailField {...form.field('receiver_1')} label="reports.tasks.sendTo1" span={6} />
      <EmailField {...form.field('receiver_2')} label="reports.tasks.sendTo2" span={6} />
    </FormDialog>
  );
}

const ClientsForm = AutoTaskInput.pick({ params: true });

/** Changes which clients a task reports. */
export function TaskClientsDialog({ task, onClose }: { task: AutoTask; onClose: () => void }) {
  const t = useText();
  const save = useWrite(api.autoTasks.setParams, {
    onFailure: ({ status }) => {
      if (status === 422 || status === 0) return true;
      const message = status === 404 ? t('reports.tasks.invalidIndex') : t('reports.tasks.notUpdated');
      toast({ id: 'auto task', message, color: 'red', role: 'alert' });
      return true;
    },
  });
  const form = useRecordForm({
    draft: null,
    schema: ClientsForm,
    initial: { params: task.params },
    save: (body) => save.mutateAsync({ params: { id: task.id }, body }),
    onSaved: () => {
      refreshTasks();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('reports.tasks.clientsTitle')} onClose={onClose}>
      <ClientsField {...form.within('params')('clients')} label="reports.clients" span={12} />
    </FormDialog>
  );
}
