import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PaperOffer } from './paper-offer.tsx';
import css from './scan-refusal.module.css';

interface ScanRefusalProps {
  /** Identifies the latest refusal: it flashes when this changes. */
  step: number;
  children: ReactNode;
  /** What was scanned: a paper of another shipment can be opened from here. */
  code?: string;
  clearLabel: string;
  onClear: () => void;
}

/** Why scans were refused, in large letters across the screen, until somebody clears it. */
export function ScanRefusal({ step, children, code = '', clearLabel, onClear }: ScanRefusalProps) {
  return (
    <div key={step} role="alert" data-refusal className={css.band}>
      <IconAlertTriangle size={28} stroke={1.7} aria-hidden />
      <div className={css.reasons}>
        {children}
        <PaperOffer code={code} />
        <Button className={css.clear ?? ''} variant="white" color="red" onClick={onClear}>
          {clearLabel}
        </Button>
      </div>
    </div>
  );
}
