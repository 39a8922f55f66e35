import { api, PASSWORD_MIN } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { refresh, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { translateCode, translateMessage, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import css from './users.module.css';

const blank = { password: '', password_confirmation: '' };
type Passwords = typeof blank;

/** Validates before sending, with the server's rules. */
function check({ password, password_confirmation: repeated }: Passwords): Partial<Passwords> {
  if (!password) return { password: 'PasswordIsRequired' };
  if (password.length < PASSWORD_MIN) return { password: `PasswordTooShort:${PASSWORD_MIN}` };
  return password === repeated ? {} : { password_confirmation: 'PasswordsDiffer' };
}

/** A super user sets another user's password. Beside the user form, saved separately. */
export function PasswordPanel({ userId }: { userId: number }) {
  const t = useText();
  const [given, setGiven] = useState(blank);
  const [wrong, setWrong] = useState<Partial<Passwords>>({});
  const set = useWrite(api.users.setPassword, {
    onSuccess: () => {
      setGiven(blank);
      showSuccess(t('users.passwordUpdated'));
      void refresh(api.records.traces);
    },
    onFailure: (failure) => {
      if (failure.status === 422) setWrong(errorsOf(failure));
      else if (failure.code === 10007) setWrong({ password: translateCode(t, failure.code) ?? failure.message });
      return failure.status === 422 || failure.code === 10007;
    },
  });
  const send = () => {
    const problems = check(given);
    setWrong(problems);
    if (Object.keys(problems).length === 0) set.mutate({ params: { id: userId }, body: given });
  };
  const input = (name: keyof Passwords) => {
    const message = wrong[name];
    return {
      value: given[name],
      error: message && translateMessage(t, message),
      autoComplete: 'new-password',
      onChange: (event: { currentTarget: { value: string } }) => {
        setGiven({ ...given, [name]: event.currentTarget.value });
        setWrong({ ...wrong, [name]: undefined });
      },
    };
  };
  return (
    <section className={css.panel} aria-label={t('users.password')}>
      <h2 className={css.panelTitle}>{t('users.password')}</h2>
      <p className={css.paragraph}>{t('users.passwordHint')}</p>
      <PasswordField
        label={t('users.newPassword')}
        description={t('session.passwordHint', { n: PASSWORD_MIN })}
        {...input('password')}
      />
      <PasswordField label={t('users.repeatPassword')} {...input('password_confirmation')} />
      <Button variant="default" disabled={set.isPending} onClick={send}>
        {t('users.setPassword')}
      </Button>
    </section>
  );
}
