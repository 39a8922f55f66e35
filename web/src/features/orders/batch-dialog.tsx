import { api, BATCH_MAX, type BatchFailure, type OrderRow } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call, refresh } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { BatchOutcome } from '../../ui/batch/batch-outcome.tsx';
import { useBatch } from '../../ui/batch/use-batch.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface BatchDialogProps {
  orders: readonly OrderRow[];
  onClose: () => void;
}

const workOf = (available: 0 | 1) => ({
  send: (orderIDs: number[]) => call(api.orders.process, { body: { orderIDs, available } }),
  onOver: () => void refresh(api.orders.list),
});

/** Orders to process: as a whole, or what is available of them. */
interface Round {
  ids: number[];
  available: 0 | 1;
}

/** Processes the selected orders; those that are short are then offered to ship as far as they can. */
export function BatchDialog({ orders, onClose }: BatchDialogProps) {
  const [round, setRound] = useState<Round>(() => ({
    ids: orders.slice(0, BATCH_MAX).map(({ id }) => id),
    available: 0,
  }));
  const shipAvailable = (ids: number[]) => setRound({ ids, available: 1 });
  return <BatchRound key={round.available} round={round} onAvailable={shipAvailable} onClose={onClose} />;
}

interface BatchRoundProps {
  round: Round;
  onAvailable: (ids: number[]) => void;
  onClose: () => void;
}

/** Shows the progress, and then which orders could not be processed and why. */
function BatchRound({ round: { ids, available }, onAvailable, onClose }: BatchRoundProps) {
  const t = useText();
  const format = useFormat();
  const { state = { done: 0, results: [] }, isOver, run } = useBatch<BatchFailure>(ids);
  const started = useRef(false);
  useEffect(() => {
    // The effect of a second mount must not process the orders again.
    if (started.current) return;
    started.current = true;
    void run(workOf(available));
  });
  const short = state.results.filter((failure) => failure.available > 0);
  const units = short.reduce((sum, failure) => sum + failure.available, 0);
  return (
    <Dialog title={t('orders.batch.title')} size={560} shownOnce={!isOver} onClose={onClose}>
      <BatchOutcome
        state={state}
        total={ids.length}
        isOver={isOver}
        words={{
          title: t('orders.batch.title'),
          running: t('orders.batch.running'),
          progress: (done) => t('orders.batch.progress', { done, total: ids.length }),
          done: (count) => t('orders.batch.allDone', { count }),
          failed: (count) => t('orders.batch.failed', { count }),
          stopped: t('orders.batch.stopped'),
        }}
        columns={[{ header: 'orders.reference', noWrap: true, render: ({ failed_reference }) => failed_reference }]}
        reasonOf={({ failed_reason_key, failed_reason }) => [failed_reason_key, failed_reason]}
        action={
          short.length > 0 && (
            <Button onClick={() => onAvailable(short.map(({ id }) => id))}>
              {t('orders.ship.available', { count: format.number(units) })}
            </Button>
          )
        }
        onClose={onClose}
      />
    </Dialog>
  );
}
