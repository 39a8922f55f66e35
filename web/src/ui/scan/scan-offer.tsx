import { Button } from '@mantine/core';
import { useText } from '../../lib/text/text.ts';
import css from './scan-offer.module.css';

interface ScanOfferProps {
  step: number;
  quantity: number;
  /** What the number is otherwise; without it the button only says no. */
  otherwise?: string | undefined;
  onYes: () => void;
  onNo: () => void;
}

/** Asks whether a number that is no code is a quantity; Enter in the scan field says yes, and any code says no. */
export function ScanOffer({ step, quantity, otherwise, onYes, onNo }: ScanOfferProps) {
  const t = useText();
  return (
    <div key={step} role="alert" className={css.band}>
      <span>{t('scan.offer', { quantity })}</span>
      <div className={css.buttons}>
        <Button className={css.touch ?? ''} onClick={onYes}>
          {t('scan.offerYes', { quantity })}
        </Button>
        <Button className={css.touch ?? ''} variant="default" onClick={onNo}>
          {otherwise ?? t('scan.offerNo')}
        </Button>
      </div>
    </div>
  );
}
