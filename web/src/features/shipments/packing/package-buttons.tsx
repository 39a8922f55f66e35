import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSizes } from '../../../lib/measure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { type Box, ownBox } from './pack-rules.ts';
import css from './packing.module.css';

interface PackageButtonsProps {
  onChoose: (box: Box) => void;
  /** What the button of a package says; its name when it is left out. */
  say?: (name: string) => string;
  /** Of the packages in use; all when it is left out. */
  most?: number;
  icon?: ReactNode;
  disabled?: boolean;
}

/** A button for each package, and one for a carton that is none of them. */
export function PackageButtons({ onChoose, say = (name) => name, most, icon, disabled = false }: PackageButtonsProps) {
  const t = useText();
  const { sides } = useSizes();
  const { resources } = useSession();
  const packages = resources.packages.filter(({ is_active }) => is_active).slice(0, most);
  const look = { variant: 'default', className: css.touch ?? '', leftSection: icon, disabled } as const;
  return (
    <>
      {packages.map((box) => (
        <Button key={box.id} {...look} onClick={() => onChoose(box)}>
          {say(box.name)}
          <span className={css.boxSize}>{sides(box)}</span>
        </Button>
      ))}
      <Button {...look} onClick={() => onChoose(ownBox)}>
        {say(t('packing.ownShort'))}
      </Button>
    </>
  );
}
