import type { Endpoint } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type ApiFailure, type CallInput, useWrite } from '../lib/api.ts';
import { refusalOf } from '../lib/failure.ts';
import { type Translate, translateMessage, useText } from '../lib/text/text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { offerUndo } from './undo.tsx';

interface DeleteProps<E extends Endpoint> {
  endpoint: E;
  input: CallInput<E>;
  title: string;
  text: string;
  /** For a record that can be made again as it was: what was deleted, and the command that restores it. */
  restore?: { name: string; run: (idempotencyKey: string) => Promise<unknown> } | undefined;
  /** Refreshes whatever showed the record; the dialog stays open until it resolves. */
  onDeleted: () => unknown;
  onClose: () => void;
}

/** Why the record cannot be deleted: a business rule, or it is in use. Undefined for any other failure. */
function refusalFor(failure: ApiFailure, t: Translate): string | undefined {
  if (failure.status === 400) return refusalOf(failure, t);
  const [key] = Object.values(failure.keys ?? {})[0] ?? [];
  return key && translateMessage(t, key);
}

/** Asks before a record is deleted. If the server refuses, the reason replaces the question. */
export function DeleteDialog<E extends Endpoint>(props: DeleteProps<E>) {
  const { endpoint, input, title, text, restore, onDeleted, onClose } = props;
  const t = useText();
  const [refusal, setRefusal] = useState<string>();
  const remove = useWrite(endpoint, {
    onSuccess: async () => {
      await onDeleted();
      if (restore) offerUndo({ done: t('forms.deleted', { name: restore.name }), undo: restore.run });
    },
    onFailure: (failure) => {
      const reason = refusalFor(failure, t);
      setRefusal(reason);
      return reason !== undefined;
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

/** The delete button at the bottom of a record's form. */
export function DeleteButton<E extends Endpoint>({ label, ...dialogProps }: ButtonProps<E>) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        color="red"
        leftSection={<IconTrash size={15} stroke={1.7} />}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      {isAsking && <DeleteDialog {...dialogProps} onClose={() => setIsAsking(false)} />}
    </>
  );
}
