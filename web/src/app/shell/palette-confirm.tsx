import { type AdjustInput, api, type MovedLicense, type PutAway } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, call, queryClient, useWrite } from '../../lib/api.ts';
import { refusalOf } from '../../lib/failure.ts';
import { moveBackOf } from '../../lib/move-back.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { errorsOf } from '../../ui/form/apply-422.ts';
import { offerUndo } from '../../ui/undo.tsx';
import classes from './palette.module.css';

/** What will change: of what, from what, to what. */
interface Change {
  what: string;
  before: string;
  after: string;
}

type Sent = Pick<AdjustInput, 'inventory_id' | 'license' | 'lotId' | 'qty'> & { client_id: number };

/** A command that waits to be confirmed. */
export type Confirmation = { title: string; change: Change; unit: string } & (
  | { kind: 'adjust'; body: Sent }
  | { kind: 'put'; body: PutAway }
);

/** The plate goes back to the bin that it was in, or to none. */
async function moveBack(plate: MovedLicense, key: string): Promise<void> {
  await call(api.licenses.moveBack, moveBackOf(plate), { idempotencyKey: key });
  await queryClient.invalidateQueries();
}

/** The ledger keeps both: the adjustment and the one that takes it back. */
async function adjustBack(body: Sent, key: string): Promise<void> {
  await call(api.stock.adjust, { body: { ...body, qty: -body.qty } }, { idempotencyKey: key });
  await queryClient.invalidateQueries();
}

/** Shows what a command will change, and runs it by the same call as its screen does. */
export function PaletteConfirm({
  confirmation,
  onBack,
  onDone,
}: {
  confirmation: Confirmation;
  onBack: () => void;
  onDone: () => void;
}) {
  const t = useText();
  const { title, change, unit } = confirmation;
  const [refusal, setRefusal] = useState('');
  const confirmButton = useRef<HTMLButtonElement>(null);
  useEffect(() => confirmButton.current?.focus(), []);
  const done = t('shell.done', { ...change });
  const finish = () => {
    void queryClient.invalidateQueries();
    onDone();
  };
  const options = {
    onFailure: (failure: ApiFailure) => {
      const [why] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
      setRefusal(why ? translateMessage(t, why) : refusalOf(failure, t));
      return true;
    },
  };
  const adjust = useWrite(api.stock.adjust, {
    ...options,
    onSuccess: (_saved, { body }) => {
      finish();
      offerUndo({ done, undo: (key) => adjustBack(body as Sent, key) });
    },
  });
  const put = useWrite(api.licenses.move, {
    ...options,
    onSuccess: (plate) => {
      finish();
      offerUndo({ done, undo: (key) => moveBack(plate, key) });
    },
  });
  const isRunning = adjust.isPending || put.isPending;
  const run = () => {
    setRefusal('');
    if (confirmation.kind === 'adjust') adjust.mutate({ body: confirmation.body });
    else put.mutate({ body: confirmation.body });
  };
  return (
    <section className={classes.confirm} aria-label={title}>
      <h2 className={classes.confirmTitle}>{title}</h2>
      <p className={classes.change}>
        <span className={classes.what}>{change.what}</span>
        <span className={classes.value}>{change.before}</span>
        <IconArrowRight className={classes.arrow} size={16} stroke={1.7} aria-label={t('shell.becomes')} />
        <strong className={classes.value}>
          {change.after} {unit}
        </strong>
      </p>
      {refusal && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('common.cancel')}
        </Button>
        <Button ref={confirmButton} disabled={isRunning} onClick={run}>
          {t(confirmation.kind === 'adjust' ? 'stock.adjust' : 'licenses.putAway')}
        </Button>
      </div>
    </section>
  );
}
