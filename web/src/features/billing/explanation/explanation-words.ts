import type { Cause, Explanation } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { type Translate, useText } from '../../../lib/text/text.ts';
import { useComputationText } from '../computation-words.ts';

type Format = ReturnType<typeof useFormat>;
type Snapshot = Extract<Cause, { type: 'snapshot' }>;

/** A count without a name is known by its number. */
export const nameOfCount = ({ id, name }: { id: number; name: string }) => name || `#${id}`;

const UNITS = { metric: 'm³', imperial: 'ft³' } as const;
export const volumeUnit = (measure: Snapshot['measure']) => UNITS[measure];

function stockSentence({ how }: Explanation, cause: Snapshot, t: Translate, format: Format): string {
  if (!how) return '';
  const day = format.date(cause.day);
  const { counted, category } = how;
  if (how.charge === 'Daily-Cubic')
    return t('billing.explanation.byVolume', {
      day,
      counted: format.number(counted, { maximumFractionDigits: 4 }),
      unit: volumeUnit(cause.measure),
    });
  if (how.charge === 'Daily-Location')
    return category === undefined
      ? t('billing.explanation.byLocations', { day, count: counted })
      : t('billing.explanation.byCategory', { day, category, count: counted });
  if (how.by.toLowerCase() === 'pallet') return t('billing.explanation.byPallets', { day, count: counted });
  return t('billing.explanation.byUom', { day, uom: how.by, counted: format.number(counted) });
}

/** In one sentence, what an entry was counted from. */
function useCauseSentence(): (explanation: Explanation) => string {
  const t = useText();
  const format = useFormat();
  const explainHow = useComputationText();
  return (explanation) => {
    const { entry, how, cause, corrects } = explanation;
    const { created_by: user, created_at } = entry;
    if (corrects)
      return t('billing.explanation.takesBack', {
        day: format.date(corrects.bill_date),
        total: format.money(corrects.total),
      });
    if (cause?.type === 'shipment')
      return how
        ? t('billing.explanation.byShipment', { name: cause.reference, counted: explainHow(how) })
        : t('billing.explanation.byPerson', { user, name: cause.reference });
    if (cause?.type === 'snapshot') return stockSentence(explanation, cause, t, format);
    if (cause?.type === 'count')
      return t('billing.explanation.byLines', { name: nameOfCount(cause), count: cause.lines_total });
    return t('billing.explanation.byHand', { user, moment: format.dateTime(created_at) });
  };
}

/** How an entry was computed, sentence by sentence. */
export function useSentences(): (explanation: Explanation) => string[] {
  const t = useText();
  const format = useFormat();
  const causeSentence = useCauseSentence();
  return (explanation) => {
    const { entry, how, cause } = explanation;
    const isComputed = how !== null && cause !== null;
    // A shipment's sentence has its factor itself.
    const isMultiplied = isComputed && cause.type !== 'shipment' && how.link_quantity !== '1';
    return [
      causeSentence(explanation),
      isMultiplied && t('billing.explanation.factor', { factor: format.number(Number(how.link_quantity)) }),
      how?.minimum === 'quantity' &&
        t('billing.explanation.minimumQuantity', { minimum: format.number(Number(how.minimum_quantity)) }),
      how?.minimum === 'charge' &&
        t('billing.explanation.minimumCharge', { minimum: format.money(Number(how.minimum_charge)) }),
      cause?.type === 'shipment' && cause.is_voided && t('billing.explanation.voided'),
      entry.is_touched && t('billing.explanation.touched'),
    ].filter((sentence) => typeof sentence === 'string');
  };
}
