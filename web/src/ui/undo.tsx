import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ApiFailure, asFailure } from '../lib/call.ts';
import { refusalOf, showSuccess } from '../lib/failure.ts';
import { newId } from '../lib/new-id.ts';
import { translate, translateMessage } from '../lib/text/text.ts';
import { hideToast, toast } from '../lib/toast.ts';

const OFFERED_MS = 10_000;

interface Undoable {
  /** What was done: `A-01-1 was deleted`. */
  done: string;
  /** The inverse command, under this idempotency key, and the refresh of what shows the record. */
  undo: (idempotencyKey: string) => Promise<unknown>;
}

/** Why the inverse command was refused; a 422 names its first field. */
function reasonOf(failure: ApiFailure): string {
  const [message] = failure.status === 422 ? (Object.values(failure.keys ?? failure.errors ?? {})[0] ?? []) : [];
  return message ? translateMessage(translate, message) : refusalOf(failure, translate);
}

/**
 * Offers to undo what was just done, for ten seconds. A refused undo says why; one without an answer can be repeated.
 */
export function offerUndo({ done, undo }: Undoable, idempotencyKey = newId(), refusal?: string): void {
  const id = `undo-${idempotencyKey}`;
  const run = async () => {
    hideToast(id);
    try {
      await undo(idempotencyKey);
      showSuccess(translate('common.undone'));
    } catch (error) {
      const failure = asFailure(error);
      const reason = reasonOf(failure);
      if (failure.status === 0) offerUndo({ done, undo }, idempotencyKey, reason);
      else showRefusal(id, reason);
    }
  };
  toast({
    id,
    title: refusal ?? done,
    message: (
      <Button variant="default" size="xs" mt={6} onClick={() => void run()}>
        {translate('common.undo')}
      </Button>
    ),
    icon: <IconCircleCheck size={18} stroke={1.7} />,
    color: 'green',
    role: 'status',
    autoClose: OFFERED_MS,
  });
}

function showRefusal(id: string, reason: string): void {
  toast({
    id: `${id}-refused`,
    title: translate('common.notUndone'),
    message: reason,
    icon: <IconAlertCircle size={18} stroke={1.7} />,
    color: 'red',
    role: 'alert',
  });
}
