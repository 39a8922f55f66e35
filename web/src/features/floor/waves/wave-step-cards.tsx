import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { BigCode } from '../../../ui/floor/big-code.tsx';
import { placeOf } from './pick-steps.ts';
import type { WavePickRun } from './use-wave-pick.ts';

/** What the scan field asks for. */
export function useScanLabel({ step, held, isFull }: WavePickRun): string {
  const t = useText();
  if (step.kind === 'done') return t('scan.field');
  const { stop, pick, quantity } = step;
  if (isFull) return t('onFloor.wave.scanNextTote');
  switch (step.kind) {
    case 'place':
      return t(stop.location ? 'onFloor.wave.scanBin' : 'onFloor.wave.scanPlate', { code: placeOf(stop, pick) });
    case 'item':
      return t('onFloor.wave.scanItem', { code: pick.sku });
    case 'serial':
      return t('onFloor.wave.scanSerial', { at: held.serials.length + 1, units: quantity });
    default:
      return t('onFloor.wave.scanTote', { code: pick.tote, units: quantity });
  }
}

/** Bin, item and tote of the pick in the largest letters; the one that is scanned next is coloured. */
export function WaveStepCards({ run: { step, isFull } }: { run: WavePickRun }) {
  const t = useText();
  const format = useFormat();
  if (step.kind === 'done') return null;
  const { stop, pick, quantity, kind } = step;
  if (isFull) return <BigCode next label={t('onFloor.wave.full')} code={pick.tote} note={t('onFloor.wave.fullHint')} />;
  const place = placeOf(stop, pick);
  const isPlateHere = stop.location !== '' && pick.license !== '';
  const lot = pick.lot && `${t('stock.lotShort')} ${pick.lot}`;
  const facts = [pick.name, lot, pick.expire && format.date(pick.expire)].filter(Boolean).join(' · ');
  return (
    <>
      {place && (
        <BigCode
          next={kind === 'place'}
          label={t(stop.location ? 'onFloor.wave.bin' : 'onFloor.wave.plate')}
          code={place}
          {...(isPlateHere ? { note: `${t('onFloor.wave.plate')} ${pick.license}` } : {})}
        />
      )}
      <BigCode
        next={kind === 'item' || kind === 'serial'}
        label={t('onFloor.wave.item')}
        code={pick.sku}
        note={facts}
      />
      <BigCode
        next={kind === 'tote'}
        label={t('onFloor.wave.put', { units: format.number(quantity) })}
        code={pick.tote}
        {...(kind === 'tote' && quantity > 1 ? { note: t('onFloor.wave.quantityHint') } : {})}
      />
    </>
  );
}
