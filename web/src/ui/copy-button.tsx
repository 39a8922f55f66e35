import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../lib/text/text.ts';

/** `navigator.clipboard` is missing on plain http addresses; there, copying from a selected text field works. */
export async function copyText(value: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(value);
  const field = document.createElement('textarea');
  field.value = value;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

const SHOWN_MS = 1500;

/** Copies a value and confirms it for a moment. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const name = copied ? t('common.copied') : (label ?? t('common.copy'));
  return (
    <Tooltip label={name}>
      <ActionIcon
        size="sm"
        aria-label={name}
        onClick={async (event) => {
          event.preventDefault();
          event.stopPropagation();
          await copyText(value);
          setCopied(true);
        }}
      >
        {copied ? <IconCheck size={15} stroke={1.7} /> : <IconCopy size={15} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  );
}
