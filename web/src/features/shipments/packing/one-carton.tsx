import type { FulfilmentLine } from '@longshore/contract';
import { useText } from '../../../lib/text/text.ts';
import type { Box } from './pack-rules.ts';
import { PackageButtons } from './package-buttons.tsx';
import css from './packing.module.css';

interface OneCartonProps {
  line: FulfilmentLine;
  /** The page that follows buys the label. */
  leadsToLabel: boolean;
  isBusy: boolean;
  onChoose: (box: Box) => void;
}

/** A shipment of one line is packed and saved with one press: all of it goes into the package that is chosen. */
export function OneCarton({ line, leadsToLabel, isBusy, onChoose }: OneCartonProps) {
  const t = useText();
  const what = { count: line.quantity, sku: line.inventory.sku };
  return (
    <section className={css.ask} aria-label={t('packing.oneCarton')}>
      <p>{t(leadsToLabel ? 'packing.oneCartonAndLabel' : 'packing.oneCarton')}</p>
      <p className={css.muted}>{t('packing.oneCartonHint', what)}</p>
      <div className={css.add}>
        <PackageButtons say={(name) => t('packing.allIn', { name })} onChoose={onChoose} disabled={isBusy} />
      </div>
    </section>
  );
}
