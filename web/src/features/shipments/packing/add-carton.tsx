import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useText } from '../../../lib/text/text.ts';
import { type Carton, drawCartonId, newCarton } from './pack-rules.ts';
import { PackageButtons } from './package-buttons.tsx';
import css from './packing.module.css';

const SHOWN = 6;

interface AddCartonProps {
  onAdd: (carton: Carton) => void;
  onDialog: () => void;
}

/** A button for each package, which opens an empty carton for scanning, and the dialog for everything else. */
export function AddCarton({ onAdd, onDialog }: AddCartonProps) {
  const t = useText();
  return (
    <div className={css.add}>
      <PackageButtons
        most={SHOWN}
        icon={<IconPlus size={16} stroke={1.7} />}
        onChoose={(box) => onAdd(newCarton(drawCartonId(), box))}
      />
      <Button variant="subtle" className={css.touch ?? ''} onClick={onDialog}>
        {t('packing.add')}
      </Button>
    </div>
  );
}
