import { api, FbaCredentials, type FbaDeveloper } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asFailure, call } from '../../../lib/call.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useSchemaForm } from '../../../ui/form/schema-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { FormAlert } from './form-alert.tsx';
import { useGuestBoot } from './guest-page.tsx';
import classes from './session-form.module.css';
import { useSingleRead } from './use-single-read.ts';

const Entered = FbaCredentials.omit({ token: true });

/** The marketplace's developer to authorise, and what the marketplace shows then. */
export function FbaInvitation({ token }: { token: string }) {
  const t = useText();
  const [isDone, setDone] = useState(false);
  const { data, error } = useSingleRead(api.fba.invitation, { body: { token } });
  const boot = useGuestBoot();
  const title = t('fbaInvitation.title');
  useDocumentTitle(title);
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      {data && !isDone && <p className={classes.lead}>{t('fbaInvitation.lead', { name: boot?.name ?? '' })}</p>}
      {data && !isDone && <Enter token={token} developer={data} onDone={() => setDone(true)} />}
      {isDone && (
        <div className={classes.fields}>
          <FormAlert tone="good">{t('fbaInvitation.done')}</FormAlert>
        </div>
      )}
      {error && (
        <div className={classes.fields}>
          <FormAlert tone="bad">
            {error.status === 422 ? t('fbaInvitation.invalid') : describeFailure(error, t).sentence}
          </FormAlert>
        </div>
      )}
    </>
  );
}

function Developer({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.labelRow}>
      <span className={classes.lead}>{label}</span>
      <span>
        <b>{value}</b> <CopyButton value={value} />
      </span>
    </div>
  );
}

interface EnterProps {
  token: string;
  developer: FbaDeveloper;
  onDone: () => void;
}

function Enter({ token, developer, onDone }: EnterProps) {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useSchemaForm(Entered, { sellerId: '', mwsToken: '' });
  async function save(body: { sellerId: string; mwsToken: string }) {
    setBusy(true);
    setProblem(undefined);
    try {
      await call(api.fba.accept, { body: { token, ...body } });
      onDone();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.errors?.token) setProblem(t('fbaInvitation.invalid'));
      else if (!form.refuse(failure)) setProblem(describeFailure(failure, t).sentence);
      setBusy(false);
    }
  }
  return (
    <form className={classes.fields} onSubmit={form.onSubmit(save)} noValidate>
      <p className={classes.lead}>{t('fbaInvitation.authorise')}</p>
      <Developer label={t('fbaInvitation.developerName')} value={developer.developer_name} />
      <Developer label={t('fbaInvitation.developerId')} value={developer.developer_id} />
      <p className={classes.lead}>{t('fbaInvitation.enter')}</p>
      {problem && <FormAlert tone="bad">{problem}</FormAlert>}
      <TextInput label={t('fbaInvitation.sellerId')} size="md" autoComplete="off" {...form.input('sellerId')} />
      <PasswordField
        label={t('fbaInvitation.mwsToken')}
        description={t('fbaInvitation.mwsTokenHint')}
        size="md"
        autoComplete="off"
        {...form.input('mwsToken')}
      />
      <Button className={classes.submit ?? ''} type="submit" size="lg" disabled={busy}>
        {t(busy ? 'fbaInvitation.saving' : 'fbaInvitation.save')}
      </Button>
    </form>
  );
}
