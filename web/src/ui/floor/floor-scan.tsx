import { IconScan } from '@tabler/icons-react';
import type { Ref } from 'react';
import { ScanField } from '../scan/scan-field.tsx';

interface FloorScanProps {
  label: string;
  placeholder: string;
  /** The code that is expected, in the largest letters. */
  step?: string;
  box?: Ref<HTMLInputElement>;
  onScan: (code: string, isScanned: boolean) => void;
}

/** The field of a scanner on a screen of the floor. */
export function FloorScan({ label, placeholder, step = '', box, onScan }: FloorScanProps) {
  return (
    <ScanField
      ref={box ?? null}
      label={label}
      step={step}
      placeholder={placeholder}
      leftSection={<IconScan size={22} stroke={1.7} />}
      maxLength={200}
      autoFocus
      everywhere
      onScan={onScan}
    />
  );
}
