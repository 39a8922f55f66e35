import type { ChargeComputation } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { type Translate, useText } from '../../lib/text/text.ts';

type Format = ReturnType<typeof useFormat>;

/** SKUs that a sentence names; the number of the others follows. */
const NAMED = 3;

function countedText(how: ChargeComputation, t: Translate, format: Format): string {
  const by = how.by.toLowerCase();
  if (by === 'order') return t('billing.how.order');
  if (by === 'sku') return t('billing.how.skus', { count: how.counted });
  if (by === 'unit') return t('billing.how.units', { count: how.counted });
  if (how.charge === 'Shipping-Charge')
    return t('billing.how.freight', {
      cost: format.money(Number(how.cost ?? 0)),
      percent: format.percent(Number(how.modifier ?? 0)),
    });
  const named = how.skus
    .slice(0, NAMED)
    .map(({ sku, units, per, count }) => `${sku}: ${format.number(units)} ÷ ${format.number(per)} → ${count}`);
  const others = how.skus.length - named.length;
  return [...named, ...(others > 0 ? [t('billing.how.others', { count: others })] : [])].join('; ');
}

/** How a charge was computed, in words. */
export function useComputationText(): (how: ChargeComputation) => string {
  const t = useText();
  const format = useFormat();
  return (how) => {
    const counted = countedText(how, t, format);
    return how.link_quantity === '1' ? counted : t('billing.how.times', { counted, factor: how.link_quantity });
  };
}
