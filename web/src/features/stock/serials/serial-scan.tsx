import { SERIAL_MAX } from '@longshore/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import css from './serials.module.css';

/** The result of a scan. */
export interface Scanned {
  good: boolean;
  message: string;
}

interface ScanProps {
  id?: string;
  label: string;
  hint?: string;
  autoFocus?: boolean;
  onScan: (serial: string) => Scanned;
}

/**
 * Scans serials one after the other: Enter accepts one, the focus stays, and a tone and a message in large letters tell
 * whether it was accepted. A rejected one stays selected, so that the next scan replaces it.
 */
export function SerialScan({ id, label, hint, autoFocus, onScan }: ScanProps) {
  const box = useRef<HTMLInputElement>(null);
  const statusId = useId();
  const answerBox = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [last, setLast] = useState<Scanned & { step: number }>();
  // On a phone the message would be below the visible area.
  useEffect(() => {
    if (last) answerBox.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    const serial = text.trim();
    if (!serial) return;
    const answer = onScan(serial);
    playTone(answer.good ? 'good' : 'bad');
    setLast({ ...answer, step: (last?.step ?? 0) + 1 });
    // Clear at once: the next scan may start before the next render.
    if (answer.good) setText('');
    else box.current?.select();
  };
  return (
    <div className={css.scan}>
      <ScanField
        ref={box}
        {...(id ? { id } : {})}
        label={label}
        description={hint}
        maxLength={SERIAL_MAX}
        aria-describedby={statusId}
        data-autofocus={autoFocus || undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div ref={answerBox} id={statusId} role="status" className={css.scanStatus}>
        {last && (
          <p key={last.step} className={last.good ? css.good : css.bad}>
            {last.good && <IconCircleCheck size={20} stroke={1.7} aria-hidden />}
            {last.message}
          </p>
        )}
      </div>
    </div>
  );
}
