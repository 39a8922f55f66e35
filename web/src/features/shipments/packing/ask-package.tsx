import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSizes } from '../../../lib/measure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { type Box, ownBox } from './pack-rules.ts';
import css from './packing.module.css';

/** Which package an item goes into that was scanned while no carton is open. What was scanned waits for the answer. */
export function AskPackage({ waiting, onChoose }: { waiting: number; onChoose: (box: Box) => void }) {
  const t = useText();
  const { sides } = useSizes();
  const { resources } = useSession();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={panel} className={css.ask} aria-label={t('packing.whichPackage')}>
      <p role="alert">{t('packing.whichPackage')}</p>
      <p className={css.muted}>{t('packing.whichPackageHint', { count: waiting })}</p>
      <div className={css.add}>
        {resources.packages
          .filter(({ is_active }) => is_active)
          .map((box) => (
            <Button key={box.id} variant="default" className={css.touch ?? ''} onClick={() => onChoose(box)}>
              {box.name}
              <span className={css.boxSize}>{sides(box)}</span>
            </Button>
          ))}
        <Button variant="default" className={css.touch ?? ''} onClick={() => onChoose(ownBox)}>
          {t('packing.ownShort')}
        </Button>
      </div>
    </section>
  );
}
