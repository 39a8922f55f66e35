import { useText } from '../../lib/text/text.ts';
import { brandHex } from '../../ui/theme/branding.ts';
import { contrast, textOn } from '../../ui/theme/colours.ts';
import css from './company.module.css';
import { useColourName } from './company-words.ts';

export function Swatch({ colour }: { colour: string }) {
  const hex = brandHex(colour);
  return <span className={css.swatch} data-none={hex ? undefined : true} style={{ background: hex }} aria-hidden />;
}

export function ColourFact({ colour }: { colour: string }) {
  const name = useColourName();
  return (
    <span className={css.colourFact}>
      <Swatch colour={colour} /> {name(colour)}
    </span>
  );
}

/** Describes the text colour on this background and its contrast; 4.5 is the WCAG AA minimum. */
export function useContrast(colour: string): string {
  const t = useText();
  const hex = brandHex(colour);
  if (!hex) return t('company.ownContrast');
  const text = textOn(hex);
  const ratio = contrast(text, hex).toFixed(1);
  return t(text === '#ffffff' ? 'company.lightText' : 'company.darkText', { ratio });
}
