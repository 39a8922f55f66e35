import { api, ForgotPassword as ForgotPasswordInput } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asFailure, call } from '../../../lib/call.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { useSchemaForm } from '../../../ui/form/schema-form.ts';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { FormAlert } from './form-alert.tsx';
import { GuestLink } from './guest-links.tsx';
import classes from './session-form.module.css';

export function ForgotPassword() {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useSchemaForm(ForgotPasswordInput, { email: '' });
  const title = t('session.resetTitle');
  useDocumentTitle(title);
  async function send(body: { email: string }) {
    setBusy(true);
    setProblem(undefined);
    setSentTo(undefined);
    try {
      await call(api.session.forgotPassword, { body });
      setSentTo(body.email);
    } catch (error) {
      const failure = asFailure(error);
      if (!form.refuse(failure))
        setProblem(failure.status === 429 ? describeFailure(failure, t).sentence : t('session.resetNotSent'));
    }
    setBusy(false);
  }
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{t('session.resetHint')}</p>
      <form className={classes.fields} onSubmit={form.onSubmit(send)} noValidate>
        {problem && <FormAlert tone="bad">{problem}</FormAlert>}
        {sentTo && (
          <FormAlert tone="good">
            {t('session.resetSent')}
            <br />
            {t('session.resetSentHint', { email: sentTo })}
          </FormAlert>
        )}
        <TextInput
          label={t('session.email')}
          size="md"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.input('email')}
        />
        <Button className={classes.submit ?? ''} type="submit" size="lg" disabled={busy}>
          {t('session.sendLink')}
        </Button>
      </form>
      <GuestLink className={`${classes.quiet} ${classes.back}`} href="/auth/login">
        {t('session.backToSignIn')}
      </GuestLink>
    </>
  );
}
