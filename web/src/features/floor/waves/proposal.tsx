import type { WavePlan } from '@longshore/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useMeasure } from '../../../lib/measure.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { Monogram } from '../../../ui/monogram.tsx';
import { Savings } from './savings.tsx';
import { type Pointed, WaveMap } from './wave-map.tsx';
import css from './waves.module.css';

/** What the chosen shipments lead to: the walk, what is missing, the totes. */
export function Proposal({ plan, isOld }: { plan: WavePlan; isOld: boolean }) {
  const t = useText();
  const format = useFormat();
  const [pointed, setPointed] = useState<Pointed>();
  const figures = {
    stops: format.number(plan.stops.length),
    lines: format.number(plan.lines),
    units: format.number(plan.units),
  };
  return (
    <section className={css.proposal} aria-label={t('waves.walk')} aria-busy={isOld}>
      <div className={isOld ? css.old : undefined}>
        <Savings walked={plan} />
      </div>
      <h2 className={css.title}>
        {t('waves.walk')} <span className={css.figures}>{t('waves.walkFigures', figures)}</span>
      </h2>
      <div className={isOld ? css.old : undefined}>
        <WaveMap map={plan.map} stops={plan.stops} onPoint={setPointed} />
      </div>
      {plan.problems.map(({ reason_key }) => (
        <p key={reason_key} role="status" className={css.warning}>
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
          {translateMessage(t, reason_key)}
        </p>
      ))}
      {plan.short.map(({ shipment_id, sku, quantity }) => (
        <p key={`${shipment_id} ${sku}`} className={css.warning}>
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
          {t('waves.shortUnits', { quantity: format.number(quantity), sku })}
        </p>
      ))}
      <Totes plan={plan} lit={pointed?.totes ?? []} />
    </section>
  );
}

function Totes({ plan, lit }: { plan: WavePlan; lit: readonly string[] }) {
  const t = useText();
  const format = useFormat();
  const { weight } = useMeasure();
  const most = Math.max(1, ...plan.totes.map(({ units }) => units));
  const shipmentOf = (id: number) => plan.candidates.find(({ shipment_id }) => shipment_id === id);
  return (
    <>
      <h2 className={css.title}>
        {t('waves.cart')}{' '}
        <span className={css.figures}>
          {`${t('waves.unitCount', { count: plan.units })}, ${format.number(plan.weight, { maximumFractionDigits: 1 })} ${weight}`}
        </span>
      </h2>
      <ul className={css.totes}>
        {plan.totes.map(({ shipment_id, tote, units }) => {
          const shipment = shipmentOf(shipment_id);
          return (
            <li key={shipment_id} data-lit={lit.includes(tote) || undefined}>
              <span className={css.toteName}>
                {tote || '–'}
                {shipment && <Monogram id={shipment.client_id} name={shipment.company} />}
              </span>
              <span className={css.toteBar} aria-hidden="true">
                <span className={css.toteFill} style={{ width: `${(100 * units) / most}%` }} />
              </span>
              <span className={css.toteFacts}>
                <span>{shipment?.reference}</span>
                <span>{t('waves.unitCount', { count: units })}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
