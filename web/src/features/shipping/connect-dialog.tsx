import { api, type CompanyAccount, CompanyAccountInput } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { refresh, useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { TextField, useField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { type FieldOf, handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { accountCalls } from './partner-calls.ts';
import css from './shipping.module.css';

type Declared = CompanyAccount['fields'][number];
type Form = RecordForm<CompanyAccountInput>;

const ASKED = ['key_1', 'key_2', 'key_3'] as const;
type Asked = (typeof ASKED)[number];
const isAsked = (field: string): field is Asked => ASKED.some((known) => known === field);

/** Asks for what the partner declares; the partner is asked whether it accepts it before anything is kept. */
export function ConnectDialog({ account, onClose }: { account: CompanyAccount; onClose: () => void }) {
  const t = useText();
  const { name, partner, fields, demo } = account;
  const save = useWrite(accountCalls[partner].save, handledByForm);
  const keptValue = (asked: Asked) => fields.find(({ field }) => field === asked)?.value ?? '';
  const form: Form = useRecordForm({
    draft: `account ${partner}`,
    schema: CompanyAccountInput,
    initial: {
      key_1: keptValue('key_1'),
      key_2: keptValue('key_2'),
      key_3: keptValue('key_3'),
    },
    save: (body) => save.mutateAsync({ body }),
    refusedInline: true,
    onSaved: () => {
      void refresh(api.companyAccounts.list);
      void refresh(accountCalls[partner].calls);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size={440}
      title={t('labels.accounts.connectTitle', { name })}
      saveLabel="labels.accounts.connect"
      onClose={onClose}
    >
      {demo.length > 0 && <DemoAccount form={form} demo={demo} />}
      {fields.map((declared) =>
        isAsked(declared.field) ? (
          <AccountField key={declared.field} {...form.field(declared.field)} declared={declared} />
        ) : null,
      )}
    </FormDialog>
  );
}

/** Of the demo only: fills in what connects its built-in account. */
function DemoAccount({ form, demo }: { form: Form; demo: CompanyAccount['demo'] }) {
  const t = useText();
  const fill = () => form.set(Object.fromEntries(demo.map(({ field, value }) => [field, value])));
  return (
    <div className={css.demo}>
      <Button variant="default" leftSection={<IconWand size={16} stroke={1.7} />} onClick={fill}>
        {t('labels.accounts.useDemo')}
      </Button>
      <span>{t('labels.accounts.demoHint')}</span>
    </div>
  );
}

/** A secret that is kept is never shown: it is replaced, or left as it is. */
function AccountField({ declared, ...field }: FieldOf<string> & { declared: Declared }) {
  const t = useText();
  const format = useFormat();
  const { kind, label, hint, required, set_at } = declared;
  const kept = set_at
    ? `${t('labels.accounts.setSince', { date: format.date(set_at) })}. ${t('labels.accounts.kept')}`
    : hint;
  const props = {
    ...field,
    label: 'labels.accounts.field' as const,
    labelText: label,
    required: required && set_at === null,
    span: 12 as const,
    ...(kept ? { note: kept } : {}),
  };
  return kind === 'secret' ? <SecretField {...props} /> : <TextField {...props} />;
}

function SecretField(props: Parameters<typeof TextField>[0]) {
  const { frame, input } = useField(props);
  return frame(
    <PasswordField
      {...input}
      autoComplete="new-password"
      spellCheck={false}
      value={props.value}
      onChange={(event) => props.set(event.currentTarget.value)}
    />,
  );
}
