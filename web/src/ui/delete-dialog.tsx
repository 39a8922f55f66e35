import type { Endpoint } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type ApiFailure, type CallInput, useWrite } from '../lib/api.ts';
import { refusalOf } from '../lib/failure.ts';
import { sayMessage, type Translate, useText } from '../lib/text/text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteProps<E extends Endpoint> {
  /** The call that deletes, and what it is called with. */
  endpoint: E;
  input: CallInput<E>;
  title: string;
  text: string;
  /** What showed the record should look again; the question stays until it has. */
  onDeleted: () => unknown;
  onClose: () => void;
}

/** Why a record has to stay: a rule of the catalogue, or that it is in use. Nothing when it is another failure. */
function refusalFor(failure: ApiFailure, t: Translate): string | undefined {
  if (failure.status === 400) return refusalOf(failure, t);
  const [key] = Object.values(failure.keys ?? {})[0] ?? [];
  return key && sayMessage(t, key);
}

/** Asks before a record is deleted for good. When it has to stay, that stands in the question's place. */
export function DeleteDialog<E extends Endpoint>({ endpoint, input, title, text, onDeleted, onClose }: DeleteProps<E>) {
  const t = useText();
  const [refusal, setRefusal] = useState<string>();
  const remove = useWrite(endpoint, {
    onSuccess: onDeleted,
    onFailure: (failure) => {
      const why = refusalFor(failure, t);
      setRefusal(why);
      return why !== undefined;
    },
  });
  return (
    <ConfirmDialog
      title={title}
      text={refusal ?? text}
      confirm={t('forms.confirmDelete')}
      danger
      busy={remove.isPending || refusal !== undefined}
      onConfirm={() => remove.mutate(input)}
      onClose={onClose}
    />
  );
}

type ButtonProps<E extends Endpoint> = Omit<DeleteProps<E>, 'onClose'> & { label: string };

/** At the foot of a record's form. */
export function DeleteButton<E extends Endpoint>({ label, ...asked }: ButtonProps<E>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        color="red"
        leftSection={<IconTrash size={15} stroke={1.7} />}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && <DeleteDialog {...asked} onClose={() => setAsking(false)} />}
    </>
  );
}
