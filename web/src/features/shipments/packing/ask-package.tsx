import { useEffect, useRef } from 'react';
import { useText } from '../../../lib/text/text.ts';
import type { Box } from './pack-rules.ts';
import { PackageButtons } from './package-buttons.tsx';
import css from './packing.module.css';

/** Which package an item goes into that was scanned while no carton is open. What was scanned waits for the answer. */
export function AskPackage({ waiting, onChoose }: { waiting: number; onChoose: (box: Box) => void }) {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={panel} className={css.ask} aria-label={t('packing.whichPackage')}>
      <p role="alert">{t('packing.whichPackage')}</p>
      <p className={css.muted}>{t('packing.whichPackageHint', { count: waiting })}</p>
      <div className={css.add}>
        <PackageButtons onChoose={onChoose} />
      </div>
    </section>
  );
}
