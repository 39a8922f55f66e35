import { api, NewPassword, PASSWORD_MIN } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { asFailure, call } from '../../../lib/call.ts';
import { describeFailure, showSuccess } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { useSchemaForm } from '../../../ui/form/schema-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { FormAlert } from './form-alert.tsx';
import { GuestLink, goTo } from './guest-links.tsx';
import classes from './session-form.module.css';
import { useSingleRead } from './use-single-read.ts';

const NewPasswordTwice = z
  .object({ password: NewPassword, repeated: z.string() })
  .refine((typed) => typed.password === typed.repeated, { path: ['repeated'], message: 'PasswordsDiffer' });

function NewPasswordForm({ token, email }: { token: string; email: string }) {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useSchemaForm(NewPasswordTwice, { password: '', repeated: '' });
  async function save({ password }: { password: string }) {
    setBusy(true);
    setProblem(undefined);
    try {
      await call(api.session.resetPassword, { body: { email, password, _token: token } });
      showSuccess(t('session.resetDone'));
      goTo('/auth/login');
    } catch (error) {
      const failure = asFailure(error);
      const isBusy = failure.status === 429 || failure.status === 0;
      if (!form.refuse(failure)) setProblem(isBusy ? describeFailure(failure, t).sentence : t('session.resetFailed'));
      setBusy(false);
    }
  }
  return (
    <form className={classes.fields} onSubmit={form.onSubmit(save)} noValidate>
      {problem && <FormAlert tone="bad">{problem}</FormAlert>}
      <TextInput label={t('session.email')} size="md" value={email} autoComplete="username" readOnly />
      <PasswordField
        label={t('session.newPassword')}
        description={t('session.passwordHint', { n: PASSWORD_MIN })}
        size="md"
        autoComplete="new-password"
        autoFocus
        {...form.input('password')}
      />
      <PasswordField
        label={t('session.repeatPassword')}
        size="md"
        autoComplete="new-password"
        {...form.input('repeated')}
      />
      <Button className={classes.submit ?? ''} type="submit" size="lg" disabled={busy}>
        {t('session.saveNewPassword')}
      </Button>
    </form>
  );
}

/** Opened from the link in the mail: first looks up its owner, then asks for the new password. */
export function ResetPassword({ token }: { token: string }) {
  const t = useText();
  const owner = useSingleRead(api.session.resetToken, { body: { token } });
  const title = t('session.newPasswordTitle');
  useDocumentTitle(title);
  const isInvalid = owner.error && owner.error.status !== 0 && owner.error.status !== 429;
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      {owner.data && <NewPasswordForm token={token} email={owner.data.email} />}
      {owner.error && (
        <div className={classes.fields}>
          <FormAlert tone="bad">
            {isInvalid ? t('session.resetUnknown') : describeFailure(owner.error, t).sentence}
          </FormAlert>
          <GuestLink className={classes.quiet} href="/auth/forget-password">
            {t('session.requestAgain')}
          </GuestLink>
        </div>
      )}
      <GuestLink className={`${classes.quiet} ${classes.back}`} href="/auth/login">
        {t('session.backToSignIn')}
      </GuestLink>
    </>
  );
}
