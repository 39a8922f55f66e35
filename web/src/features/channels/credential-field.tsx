import type { Integration, PartnerForm } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { TextField, useField } from '../../ui/form/fields.tsx';
import type { FieldOf } from '../../ui/form/use-record-form.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import css from './channels.module.css';

type Declared = PartnerForm['fields'][number];

interface CredentialProps extends FieldOf<string> {
  declared: Declared;
  /** Undefined for a new connection. */
  integration: Integration | undefined;
}

export const setSince = (integration: Integration | undefined, { field }: Pick<Declared, 'field'>) =>
  integration?.secrets_set.find((secret) => secret.field === field)?.set_at;

/** A field that the partner asks for. A secret that is set is never shown; it is replaced or left as it is. */
export function CredentialField({ declared, integration, ...field }: CredentialProps) {
  const { label, hint, kind, required } = declared;
  const since = setSince(integration, declared);
  const [isReplacing, setReplacing] = useState(false);
  const shared = {
    ...field,
    label: 'integrations.credentials.field' as const,
    labelText: label,
    required: required && since === undefined,
    span: 6 as const,
    ...(hint ? { note: hint } : {}),
  };
  if (kind !== 'secret') return <TextField {...shared} />;
  if (since !== undefined && !isReplacing && !field.value && !field.error)
    return <KeptSecret label={label} since={since} onReplace={() => setReplacing(true)} />;
  return (
    <SecretInput
      {...shared}
      isReplacing={since !== undefined}
      onKeep={() => {
        field.set('');
        setReplacing(false);
      }}
    />
  );
}

function KeptSecret({ label, since, onReplace }: { label: string; since: string; onReplace: () => void }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={css.kept}>
      <span className={css.keptLabel}>{label}</span>
      <span className={css.keptRow}>
        {t('integrations.credentials.set', { date: format.date(since) })}
        <Button
          variant="subtle"
          size="xs"
          aria-label={`${t('integrations.credentials.replace')}: ${label}`}
          onClick={onReplace}
        >
          {t('integrations.credentials.replace')}
        </Button>
      </span>
    </div>
  );
}

type SecretProps = Parameters<typeof TextField>[0] & { isReplacing: boolean; onKeep: () => void };

function SecretInput({ isReplacing, onKeep, ...props }: SecretProps) {
  const t = useText();
  const { frame, input } = useField(props);
  return frame(
    <>
      <PasswordField
        {...input}
        description={
          input.description ?? (isReplacing && !props.error ? t('integrations.credentials.replacing') : undefined)
        }
        autoComplete="new-password"
        spellCheck={false}
        // It takes the place of the button that was pressed.
        autoFocus={isReplacing}
        value={props.value}
        onChange={(event) => props.set(event.currentTarget.value)}
      />
      {isReplacing && (
        <Button variant="subtle" size="xs" className={css.keep} onClick={onKeep}>
          {t('integrations.credentials.keep')}
        </Button>
      )}
    </>,
  );
}
