import { api, type Bucket, SERIAL_MAX } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type ApiFailure, call } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { type Translate, translateMessage, useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { LeaveScans } from '../../../ui/scan/leave-scans.tsx';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import { ScanLog, type ScanLogEntry } from '../../../ui/scan/scan-log.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { useScanSession } from '../../../ui/scan/use-scan-session.ts';
import { refreshBucket, rememberBucket } from './serial-cache.ts';
import css from './serials.module.css';

interface AddTypes {
  state: null;
  input: string;
  command: string;
  result: { kind: 'added'; id: number; serial: string } | { kind: 'undone' };
  entry: { id: number; serial: string };
  refusal: { why: string };
}

function reasonOf(failure: ApiFailure, serial: string, t: Translate): string {
  const [why] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
  return `${serial}: ${why ? translateMessage(t, why) : refusalOf(failure, t)}`;
}

/** Serials are added one by one, in the order in which they were scanned. */
function useAddSerials({ id }: Bucket) {
  const t = useText();
  return useScanSession<AddTypes>({
    kept: `serials ${id}`,
    reads: 'at once',
    initial: () => null,
    interpret: (serial) => ({ kind: 'send', command: serial }),
    send: async (serial, key) => {
      const bucket = await call(api.serials.addSerial, { params: { id }, body: { serial } }, { idempotencyKey: key });
      rememberBucket(bucket);
      const added = bucket.serials.find((one) => one.serial.toLowerCase() === serial.toLowerCase());
      return { kind: 'added', id: added?.id ?? 0, serial };
    },
    undo: async ({ id: serialId }, key) => {
      await call(api.serials.removeSerial, { params: { id, serialId } }, { idempotencyKey: key });
      await refreshBucket(id);
      return { kind: 'undone' };
    },
    answered: (result, state) => ({ state, entry: result.kind === 'added' ? result : undefined }),
    refused: (failure, serial = '') => ({ why: reasonOf(failure, serial, t) }),
  });
}

/** Adds serials to a bucket that was never used, by scanning one after the other; open until it is closed. */
export function AddSerials({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const t = useText();
  const box = useRef<HTMLInputElement>(null);
  const run = useAddSerials(bucket);
  const { refusal, pending } = run;
  const [isAsking, setAsking] = useState(false);
  const close = () => (pending.length > 0 ? setAsking(true) : onClose());
  const waiting = pending.map(({ key, input, state }): ScanLogEntry => {
    const text = input.kind === 'command' ? input.command : input.kind === 'undo' ? input.entry.what.serial : '';
    return { key, state: 'waiting', text, note: t(`scan.${state}`) };
  });
  const done = run.done.map((entry): ScanLogEntry => {
    const { serial } = entry.what;
    const undo = { label: t('scan.undo'), name: t('scan.undoOf', { what: serial }), run: () => run.undo(entry) };
    return {
      key: entry.step,
      state: entry.isUndone ? 'undone' : 'good',
      text: serial,
      at: entry.at,
      action: entry.isUndone || run.isUndoing(entry) ? undefined : undo,
    };
  });
  return (
    <Dialog title={t('serials.addOne')} size={560} closeOnClickOutside={false} grows onClose={close}>
      <div className={css.adding}>
        {refusal && (
          <ScanRefusal
            step={refusal.step}
            clearLabel={t('common.close')}
            onClear={() => {
              run.clear();
              box.current?.focus();
            }}
          >
            <span>{refusal.why}</span>
            <span className={css.nothing}>{t('scan.nothingTaken')}</span>
          </ScanRefusal>
        )}
        <ScanField
          ref={box}
          label={t('serials.scan')}
          description={t('serials.scanHint')}
          leftSection={<IconScan size={20} stroke={1.7} />}
          maxLength={SERIAL_MAX}
          data-autofocus
          everywhere
          onScan={run.input}
        />
        <ScanLog title={t('scan.lastScans')} label={t('serials.added')} entries={[...waiting.toReversed(), ...done]} />
      </div>
      <div className={css.foot}>
        <Button variant="default" onClick={close}>
          {t('licenses.done')}
        </Button>
      </div>
      <LeaveScans pending={pending} isAsking={isAsking} onLeave={onClose} onStay={() => setAsking(false)} />
    </Dialog>
  );
}
