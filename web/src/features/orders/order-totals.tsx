import { useFormat } from '../../lib/format.ts';
import { sessionCurrency } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { draftTotals, shortageOf } from './draft-lines.ts';
import type { OrderDraft } from './order-draft.ts';
import css from './orders.module.css';

interface TotalsProps {
  /** How many lines there are, where nothing else says so. */
  lines?: number;
  totals: { units: number; subtotal: number | string; tax: number | string; total: number | string } | undefined;
  taxRate: number;
  /** With its unit, where it is shown. */
  weight?: string;
}

/** Units, subtotal, tax and total of an order. */
export function TotalsList({ lines, totals, taxRate, weight }: TotalsProps) {
  const t = useText();
  const format = useFormat();
  const money = (amount: number | string | undefined) => (amount === undefined ? '–' : format.amount(Number(amount)));
  const rate = Number.isFinite(taxRate) ? format.percent(taxRate, 3) : '';
  return (
    <dl className={css.totals}>
      {lines !== undefined && (
        <>
          <div>
            <dt>{t('orders.lines')}</dt>
            <dd>{format.number(lines)}</dd>
          </div>
          <div>
            <dt>{t('orders.form.units')}</dt>
            <dd>{totals ? format.number(totals.units) : '–'}</dd>
          </div>
        </>
      )}
      {weight !== undefined && (
        <div>
          <dt>{t('orders.form.weight')}</dt>
          <dd>{weight}</dd>
        </div>
      )}
      <div>
        <dt>{t('orders.form.subtotal')}</dt>
        <dd>{money(totals?.subtotal)}</dd>
      </div>
      <div>
        <dt>{t('orders.form.tax', { rate })}</dt>
        <dd>{money(totals?.tax)}</dd>
      </div>
      <div data-total>
        <dt>{t('orders.form.total')}</dt>
        <dd>{money(totals?.total)}</dd>
      </div>
    </dl>
  );
}

/** The side column of the form: live totals, and which lines are short. */
export function DraftTotals({ draft, weight }: { draft: OrderDraft; weight: string }) {
  const t = useText();
  const short = draft.lines.filter((line) => shortageOf(line) > 0);
  return (
    <section aria-label={t('orders.form.totals')}>
      <h2 className={css.sideTitle}>{t('orders.form.totals')}</h2>
      <TotalsList
        lines={draft.lines.length}
        totals={draftTotals(draft.lines, draft.tax_rate, sessionCurrency())}
        taxRate={draft.tax_rate}
        weight={weight}
      />
      {short.length > 0 && (
        <p className={css.shortNote} role="status">
          <b>{t('orders.form.shortTitle', { count: short.length })}</b>{' '}
          {t('orders.form.shortText', { skus: short.map(({ sku }) => sku).join(', ') })}
        </p>
      )}
    </section>
  );
}
