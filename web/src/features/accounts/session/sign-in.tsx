import { Credentials, type GuestBoot } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type ApiFailure, asFailure } from '../../../lib/call.ts';
import { useConnection } from '../../../lib/connection.ts';
import { describeFailure, showFailure } from '../../../lib/failure.ts';
import { signIn } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useSchemaForm } from '../../../ui/form/schema-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { FormAlert } from './form-alert.tsx';
import { GuestLink } from './guest-links.tsx';
import { useGuestBoot } from './guest-page.tsx';
import classes from './session-form.module.css';

interface Login {
  email: string;
  password: string;
}

function DemoSignIns({
  demo,
  email,
  onChoose,
}: {
  demo: NonNullable<GuestBoot['demo']>;
  email: string;
  onChoose: (login: Login) => void;
}) {
  const t = useText();
  return (
    <section className={classes.demo} aria-labelledby="demo-sign-ins">
      <h2 className={classes.demoHead} id="demo-sign-ins">
        {t('session.demoSignIns')}
        <span className={classes.demoPassword}>
          {t('session.demoPassword')} <code>{demo.password}</code>
        </span>
      </h2>
      <div className={classes.chips}>
        {demo.sign_ins.map((choice) => (
          <button
            key={choice.email}
            type="button"
            className={classes.chip}
            aria-pressed={email === choice.email}
            onClick={() => onChoose({ email: choice.email, password: demo.password })}
          >
            {t(`session.demo.${choice.title}`)}
            <small>{choice.email}</small>
          </button>
        ))}
      </div>
    </section>
  );
}

/** What the code of a badge begins with; a password may begin with it as well. */
const BADGE = /^\s*LSU-/i;

export function SignIn({ onTyping }: { onTyping: () => void }) {
  const t = useText();
  const boot = useGuestBoot();
  const [refused, setRefused] = useState<ApiFailure>();
  const isDown = useConnection().state === 'down';
  const [busy, setBusy] = useState(false);
  const form = useSchemaForm(Credentials, { email: '', password: '' });
  const company = boot?.branding_name || boot?.name || 'Longshore';
  const title = t('session.signIn');
  useDocumentTitle(title);

  async function enter(start: () => Promise<void>) {
    setBusy(true);
    setRefused(undefined);
    try {
      // With a session in place, the root switches to the user app.
      await start();
    } catch (error) {
      const failure = asFailure(error);
      if (failure.status === 401 || failure.status === 429) setRefused(failure);
      else if (!form.refuse(failure)) showFailure(failure);
      setBusy(false);
    }
  }

  const submitPassword = form.onSubmit(({ email, password }: Login) => enter(() => signIn(email, password)));
  /** A badge is scanned into whichever field is focused. What reads it is loaded when something looks like one. */
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const scan = [form.values.email, form.values.password].find((text) => BADGE.test(text));
    if (!scan) return submitPassword(event);
    event.preventDefault();
    const { readBadge, signInByBadge } = await import('../../../lib/badge-sign-in.ts');
    const badge = readBadge(scan);
    if (!badge) return submitPassword(event);
    form.setValues({ email: '', password: '' });
    return enter(() => signInByBadge(badge.code));
  };

  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{t('session.toWorkspace', { name: company })}</p>
      <form className={classes.fields} onSubmit={submit} noValidate>
        {isDown && !refused && <FormAlert tone="bad">{t('session.needsNetwork')}</FormAlert>}
        {refused && <FormAlert tone="bad">{describeFailure(refused, t).sentence}</FormAlert>}
        <TextInput
          label={t('session.email')}
          size="md"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.input('email')}
        />
        <div className={classes.passwordField}>
          <PasswordField
            label={t('session.password')}
            size="md"
            autoComplete="current-password"
            onFocus={onTyping}
            {...form.input('password')}
          />
          <GuestLink className={`${classes.quiet} ${classes.forgot}`} href="/auth/forget-password">
            {t('session.forgotPassword')}
          </GuestLink>
        </div>
        <Button className={classes.submit ?? ''} type="submit" size="lg" disabled={busy}>
          {title}
        </Button>
        <p className={classes.badgeHint}>{t('session.scanBadge')}</p>
      </form>
      {boot?.demo && (
        <DemoSignIns
          demo={boot.demo}
          email={form.values.email}
          onChoose={(login) => {
            onTyping();
            form.setValues(login);
          }}
        />
      )}
    </>
  );
}
