import { api, TokenInput } from '@longshore/contract';
import { useWrite } from '../../../lib/api.ts';
import { useText } from '../../../lib/text/text.ts';
import { SelectField, SwitchField, useField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type FieldOf, handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import classes from './profile.module.css';

const NEVER = 0;
const YEAR = 365;
const DAYS = [30, 90, YEAR, NEVER];

function CurrentPassword(props: FieldOf<string>) {
  const { frame, input } = useField({
    ...props,
    label: 'profile.currentPassword',
    hint: 'profile.tokenPasswordHint',
    span: 12,
  });
  return frame(
    <PasswordField
      {...input}
      autoComplete="current-password"
      data-autofocus
      value={props.value}
      onChange={(event) => props.set(event.currentTarget.value)}
    />,
  );
}

interface TokenDialogProps {
  /** An existing token will be revoked. */
  replaces: boolean;
  onMade: (token: string) => void;
  onClose: () => void;
}

/**
 * Creates a token: what it may do and when it expires. Requires the password, so that an unattended browser is not
 * enough.
 */
export function TokenDialog({ replaces, onMade, onClose }: TokenDialogProps) {
  const t = useText();
  const make = useWrite(api.session.makeToken, handledByForm);
  const form = useRecordForm({
    draft: null,
    schema: TokenInput,
    initial: { current_password: '', read_only: 0, expires_in_days: 90 },
    save: (body) => make.mutateAsync({ body }),
    onSaved: (made) => onMade(made.api_token),
  });
  const expires = form.field('expires_in_days');
  const nameOf = (days: number) => {
    if (days === NEVER) return t('profile.tokenEndsNever');
    return days === YEAR ? t('profile.tokenEndsYear') : t('profile.tokenEndsDays', { count: days });
  };
  return (
    <FormDialog
      form={form}
      title={t('profile.tokenNew')}
      saveLabel={replaces ? 'profile.regenerate' : 'profile.generate'}
      danger={replaces}
      onClose={onClose}
    >
      {replaces && <p className={classes.warning}>{t('profile.tokenReplaces')}</p>}
      <CurrentPassword {...form.field('current_password')} />
      <SelectField
        {...expires}
        value={expires.value ?? NEVER}
        set={(days) => expires.set(days === NEVER ? null : days)}
        label="profile.tokenEnds"
        span={12}
        choices={DAYS.map((days) => ({ value: String(days), label: nameOf(days) }))}
      />
      <SwitchField
        {...form.field('read_only')}
        label="profile.tokenReadOnly"
        hint="profile.tokenReadOnlyHint"
        span={12}
      />
    </FormDialog>
  );
}
