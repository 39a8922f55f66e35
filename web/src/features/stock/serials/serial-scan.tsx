import { SERIAL_MAX } from '@longshore/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ScanField } from '../../../ui/scan-field.tsx';
import { playTone } from '../../../ui/scan-tone.ts';
import css from './serials.module.css';

/** What became of a scan: a sentence, and whether it was good. */
export interface Scanned {
  good: boolean;
  says: string;
}

interface ScanProps {
  id?: string;
  label: string;
  hint?: string;
  autoFocus?: boolean;
  onScan: (serial: string) => Scanned;
}

/**
 * One serial after the other: Enter takes it, the field stays where the next one goes, a tone and a sentence in large
 * letters say whether it counted. A bad one is left selected, so that the next scan writes over it.
 */
export function SerialScan({ id, label, hint, autoFocus, onScan }: ScanProps) {
  const box = useRef<HTMLInputElement>(null);
  const heard = useId();
  const answerBox = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [last, setLast] = useState<Scanned & { step: number }>();
  // On a phone the answer would stand below the edge.
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
    // At once: the first letter of the next scan may come before anything is drawn anew.
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
        aria-describedby={heard}
        data-autofocus={autoFocus || undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div ref={answerBox} id={heard} role="status" className={css.heard}>
        {last && (
          <p key={last.step} className={last.good ? css.good : css.bad}>
            {last.good && <IconCircleCheck size={20} stroke={1.7} aria-hidden />}
            {last.says}
          </p>
        )}
      </div>
    </div>
  );
}
