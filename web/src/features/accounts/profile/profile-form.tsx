import { api, LANGUAGE_NAMES, LANGUAGES, PASSWORD_MIN, ProfileInput, type SessionUser } from '@longshore/contract';
import { Button, type PasswordInputProps, SegmentedControl, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { refresh, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { replaceUser, useSession } from '../../../lib/session.ts';
import { changeLanguage, translate, useText } from '../../../lib/text/text.ts';
import { mayLeave } from '../../../lib/unsaved.ts';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useSchemaForm } from '../../../ui/form/schema-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import classes from './profile.module.css';

type PasswordName = 'current_password' | 'password' | 'password_confirmation';

/** The contract's schema, plus the rule that needs the current e-mail address. */
const profileSchema = (email: string) =>
  ProfileInput.superRefine((profile, context) => {
    if (profile.email !== email && !profile.current_password)
      context.addIssue({ code: 'custom', path: ['current_password'], message: 'CurrentPasswordIsRequired' });
  });

function PasswordFields({ input }: { input: (name: PasswordName) => PasswordInputProps }) {
  const t = useText();
  return (
    <>
      <PasswordField
        label={t('profile.newPassword')}
        description={t('session.passwordHint', { n: PASSWORD_MIN })}
        autoComplete="new-password"
        {...input('password')}
      />
      <PasswordField
        label={t('profile.repeatPassword')}
        autoComplete="new-password"
        {...input('password_confirmation')}
      />
    </>
  );
}

const valuesOf = (user: SessionUser) => ({
  name: user.name,
  email: user.email,
  lang: user.lang,
  avatar_path: user.avatar_path,
  current_password: '',
  password: '',
  password_confirmation: '',
});

type ProfileFormState = ReturnType<typeof useSchemaForm<ReturnType<typeof valuesOf>>>;

function AboutFields({ form }: { form: ProfileFormState }) {
  const t = useText();
  return (
    <div className={classes.fields}>
      <TextInput label={t('profile.name')} autoComplete="name" withAsterisk {...form.input('name')} />
      <TextInput label={t('profile.email')} type="email" autoComplete="email" withAsterisk {...form.input('email')} />
      <div>
        <span className={classes.label} id="profile-language">
          {t('profile.language')}
        </span>
        <SegmentedControl
          aria-labelledby="profile-language"
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value].long }))}
          value={form.values.lang}
          onChange={(lang) => form.setValue('lang', lang)}
        />
      </div>
      <AvatarPicker value={form.values.avatar_path} onChoose={(path) => form.setValue('avatar_path', path)} />
    </div>
  );
}

export function ProfileForm() {
  const t = useText();
  const { user } = useSession();
  const element = useRef<HTMLFormElement>(null);
  const savedValues = valuesOf(user);
  const form = useSchemaForm(profileSchema(user.email), savedValues);
  const dirty = Object.entries(savedValues).some(
    ([name, value]) => form.values[name as keyof typeof savedValues] !== value,
  );
  const save = useWrite(api.session.saveProfile, {
    onSuccess: async (saved) => {
      await changeLanguage(saved.lang);
      form.setValues({ current_password: '', password: '', password_confirmation: '' });
      replaceUser(saved);
      // Changing the password revokes the token.
      void refresh(api.session.token);
      showSuccess(translate('profile.saved'));
    },
    onFailure: (failure) => form.refuse(failure),
  });
  function saveOnKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    element.current?.requestSubmit();
  }
  return (
    <form ref={element} onSubmit={form.onSubmit((body) => save.mutate({ body }))} onKeyDown={saveOnKey} noValidate>
      <LeaveGuard form={{ wouldLose: () => dirty && !mayLeave(), dirty }} />
      <section className={classes.section}>
        <h2 className={classes.heading}>{t('profile.about')}</h2>
        <AboutFields form={form} />
      </section>
      <section className={classes.section}>
        <div>
          <h2 className={classes.heading}>{t('profile.password')}</h2>
          <p className={classes.hint}>{t('profile.passwordHint')}</p>
        </div>
        <div className={classes.fields}>
          <PasswordFields input={form.input} />
        </div>
      </section>
      <section className={classes.section}>
        <div>
          <h2 className={classes.heading}>{t('profile.confirm')}</h2>
          <p className={classes.hint}>{t('profile.confirmHint')}</p>
        </div>
        <div className={classes.fields}>
          <PasswordField
            label={t('profile.currentPassword')}
            autoComplete="current-password"
            {...form.input('current_password')}
          />
          <div>
            <Button type="submit" disabled={save.isPending}>
              {t('profile.save')}
            </Button>
          </div>
        </div>
      </section>
    </form>
  );
}
