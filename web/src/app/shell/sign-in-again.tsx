import { Credentials } from '@longshore/contract';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ApiFailure, asFailure } from '../../lib/call.ts';
import { describeFailure } from '../../lib/failure.ts';
import { leaveEndedSession, signIn, useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSchemaForm } from '../../ui/form/schema-form.ts';
import { PasswordField } from '../../ui/password-field.tsx';

/** The session has ended over unsaved work: the same user signs in again, and the page stays as it is. */
export default function SignInAgain() {
  const t = useText();
  const { user } = useSession();
  const [refused, setRefused] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const form = useSchemaForm(Credentials, { email: user.email, password: '' });
  const submit = async ({ email, password }: { email: string; password: string }) => {
    setBusy(true);
    setRefused(undefined);
    try {
      await signIn(email, password);
    } catch (error) {
      const failure = asFailure(error);
      if (!form.refuse(failure)) setRefused(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('forms.sessionEnded')} shownOnce onClose={() => {}}>
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Text mb="md">{t('forms.sessionEndedText')}</Text>
        <TextInput label={t('session.email')} autoComplete="username" readOnly {...form.input('email')} />
        <PasswordField
          label={t('session.password')}
          mt="sm"
          autoComplete="current-password"
          data-autofocus
          {...form.input('password')}
          {...(refused ? { error: describeFailure(refused, t).sentence } : {})}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={leaveEndedSession}>
            {t('forms.signInAsOther')}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {t('session.signIn')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
