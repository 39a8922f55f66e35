import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSizes } from '../../../lib/measure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { type Carton, drawCartonId, newCarton, ownBox } from './pack-rules.ts';
import css from './packing.module.css';

const SHOWN = 6;

interface AddCartonProps {
  onAdd: (carton: Carton) => void;
  onDialog: () => void;
}

/** A button for each package, which opens an empty carton for scanning, and the dialog for everything else. */
export function AddCarton({ onAdd, onDialog }: AddCartonProps) {
  const t = useText();
  const { sides } = useSizes();
  const { resources } = useSession();
  const packages = resources.packages.filter(({ is_active }) => is_active).slice(0, SHOWN);
  const plus = <IconPlus size={16} stroke={1.7} />;
  return (
    <div className={css.add}>
      {packages.map((box) => (
        <Button
          key={box.id}
          variant="default"
          className={css.touch ?? ''}
          leftSection={plus}
          onClick={() => onAdd(newCarton(drawCartonId(), box))}
        >
          {box.name}
          <span className={css.boxSize}>{sides(box)}</span>
        </Button>
      ))}
      <Button
        variant="default"
        className={css.touch ?? ''}
        leftSection={plus}
        onClick={() => onAdd(newCarton(drawCartonId(), ownBox))}
      >
        {t('packing.ownShort')}
      </Button>
      <Button variant="subtle" className={css.touch ?? ''} onClick={onDialog}>
        {t('packing.add')}
      </Button>
    </div>
  );
}
