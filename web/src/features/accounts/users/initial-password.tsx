import { Button, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { CopyButton, copyText } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import css from './users.module.css';

interface InitialProps {
  email: string;
  password: string;
  onClose: () => void;
}

function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div className={css.secret}>
      <span className={css.secretLabel}>{label}</span>
      <code className={css.code}>{value}</code>
      <CopyButton value={value} />
    </div>
  );
}

function CopyBoth({ text }: { text: string }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Button
      variant="subtle"
      mr="auto"
      leftSection={<Icon size={16} stroke={1.7} />}
      onClick={async () => {
        await copyText(text);
        setCopied(true);
      }}
    >
      {t(copied ? 'common.copied' : 'users.copyBoth')}
    </Button>
  );
}

/** Shows the generated password, which cannot be shown again. */
export function InitialPassword({ email, password, onClose }: InitialProps) {
  const t = useText();
  return (
    <Dialog title={t('users.created')} shownOnce onClose={onClose}>
      <p className={css.paragraph}>{t('users.createdOnce')}</p>
      <Secret label={t('users.email')} value={email} />
      <Secret label={t('users.initialPassword')} value={password} />
      <Group justify="flex-end" gap={8} mt="lg">
        <CopyBoth text={`${email}\n${password}`} />
        <Button onClick={onClose} data-autofocus>
          {t('users.done')}
        </Button>
      </Group>
    </Dialog>
  );
}
