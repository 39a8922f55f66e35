import { useRef, useState } from 'react';
import { asFailure } from '../../lib/api.ts';
import { refusalOf } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import css from '../../ui/floor/floor.module.css';
import { FloorScan } from '../../ui/floor/floor-scan.tsx';
import { useGo } from '../../ui/route-link.tsx';
import { ScanRefusal } from '../../ui/scan/scan-refusal.tsx';
import { playTone } from '../../ui/scan/scan-tone.ts';

/** A scan here starts the right work. */
export function FloorBegin() {
  const t = useText();
  const go = useGo();
  const [refusal, setRefusal] = useState<{ step: number; why: string }>();
  const box = useRef<HTMLInputElement>(null);
  const refuse = (why: string) => {
    playTone('bad');
    setRefusal((before) => ({ step: (before?.step ?? 0) + 1, why }));
  };
  const start = async (code: string) => {
    try {
      // Loaded later, because it knows carts, totes and waves, which the home itself does not need.
      const { findStart } = await import('./floor-start.ts');
      const found = await findStart(code, t);
      if ('why' in found) return refuse(found.why);
      playTone('good');
      go(found.href);
    } catch (error) {
      refuse(refusalOf(asFailure(error), t));
    }
  };
  const clear = () => {
    setRefusal(undefined);
    box.current?.focus();
  };
  return (
    <div className={css.foot}>
      {refusal && (
        <ScanRefusal step={refusal.step} clearLabel={t('common.close')} onClear={clear}>
          {refusal.why}
        </ScanRefusal>
      )}
      <FloorScan
        box={box}
        label={t('onFloor.begin')}
        placeholder={t('scan.field')}
        onScan={(code) => void start(code)}
      />
    </div>
  );
}
