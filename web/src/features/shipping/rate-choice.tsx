import { api, type CustomsItem, type Quote, type RateParcel, type Rates, type Shipment } from '@longshore/contract';
import { Button, Radio } from '@mantine/core';
import { IconBolt, IconCheck, IconCoin, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useRead } from '../../lib/api.ts';
import { refusalOf } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useDelayed } from '../../ui/use-delayed.ts';
import { useChannelTimes } from '../channels/index.ts';
import type { ParcelRow } from './parcel-rows.tsx';
import css from './shipping.module.css';

/** Asking costs calls at the carriers: rates stay until somebody asks again, or something they are for changes. */
export function useRates(
  shipment: Shipment,
  chosen: readonly ParcelRow[],
  customs: readonly CustomsItem[] | undefined,
) {
  const { now } = useChannelTimes();
  const parcels: RateParcel[] = chosen.map(({ container_id, length, width, height, weight }) => ({
    container_id,
    length,
    width,
    height,
    weight,
  }));
  const body = {
    shipment_id: shipment.id,
    parcels,
    ...(customs ? { customs: [...customs] } : {}),
    courier: 0,
    reference: '',
    unitsCount: 0,
  };
  const read = useRead(
    api.labels.rates,
    { body },
    { enabled: parcels.length > 0, staleTime: Number.POSITIVE_INFINITY },
  );
  const expires = read.data?.expires_at;
  return { ...read, isExpired: Boolean(expires && Date.parse(expires) <= now.getTime()) };
}
type ReadRates = ReturnType<typeof useRates>;

/** What the person chose, or the rule, or the cheapest. */
export const chosenQuote = (rates: Rates | undefined, chosenId: string | undefined): Quote | undefined =>
  [
    rates?.quotes.find(({ object_id }) => object_id === chosenId),
    rates?.quotes.find(({ is_by_rule }) => is_by_rule),
    rates?.quotes.find(({ is_cheapest }) => is_cheapest),
  ].find(Boolean);

interface ChoiceProps {
  rates: ReadRates;
  arriveBy: string | null;
  chosen: Quote | undefined;
  parcels: readonly ParcelRow[];
  isBusy: boolean;
  onChoose: (id: string) => void;
}

/** Cheapest, by the rule and fastest side by side; the others as rows; carriers that refuse say why. */
export function RateChoice(props: ChoiceProps) {
  const t = useText();
  const format = useFormat();
  const { rates, arriveBy, parcels, isBusy } = props;
  const { data, error, isFetching } = rates;
  const showsBones = useDelayed(isFetching, 200);
  return (
    <section aria-label={t('labels.rates')}>
      <div className={css.partHead}>
        <h3 className={css.partTitle}>
          {t('labels.rates')} {data && <span className={css.count}>{format.number(data.quotes.length)}</span>}
        </h3>
        {data && !isFetching && <ReadAgo at={data.read_at} />}
        {parcels.length > 0 && (
          <Button
            variant="subtle"
            size="xs"
            disabled={isFetching || isBusy}
            leftSection={<IconRefresh size={14} stroke={1.7} aria-hidden />}
            onClick={() => void rates.refetch()}
          >
            {t('labels.readAgain')}
          </Button>
        )}
      </div>
      {arriveBy && <p className={css.arriveBy}>{t('labels.arriveBy', { date: format.date(arriveBy) })}</p>}
      {showsBones && (
        <div className={css.rateBones} role="status" aria-label={t('labels.reading')}>
          <span />
          <span />
          <span />
        </div>
      )}
      {!isFetching && error && (
        <p className={css.badLine} role="alert">{`${t('labels.ratesFailed')}: ${refusalOf(error, t)}`}</p>
      )}
      {!isFetching && data && !error && <Offers {...props} data={data} />}
    </section>
  );
}

function ReadAgo({ at }: { at: string }) {
  const t = useText();
  const { ago } = useChannelTimes();
  return <span className={css.muted}>{t('labels.readAgo', { ago: ago(at) })}</span>;
}

function Offers({ data, rates, chosen, parcels, isBusy, onChoose }: ChoiceProps & { data: Rates }) {
  const t = useText();
  const isMarked = ({ is_cheapest, is_by_rule, is_fastest }: Quote) => is_cheapest || is_by_rule || is_fastest;
  const sorted = [...data.quotes].sort((a, b) => a.cost - b.cost);
  const marked = sorted.filter(isMarked);
  const others = sorted.filter((quote) => !isMarked(quote));
  return (
    <>
      {rates.isExpired && <p className={css.badLine}>{t('labels.expired')}</p>}
      {data.quotes.length === 0 && (
        <p className={css.badLine} role="alert">
          {t(parcels.length > 1 ? 'labels.noRatesAll' : 'labels.noRates')}
        </p>
      )}
      <Radio.Group value={chosen?.object_id ?? ''} onChange={onChoose} aria-label={t('labels.rates')}>
        <div className={css.cards}>
          {marked.map((quote) => (
            <Card
              key={quote.object_id}
              quote={quote}
              isChosen={quote.object_id === chosen?.object_id}
              isBusy={isBusy}
              parcels={parcels}
            />
          ))}
        </div>
        <ul className={css.offers}>
          {others.map((quote) => (
            <li key={quote.object_id}>
              <OfferRow quote={quote} isBusy={isBusy} />
            </li>
          ))}
          {data.refusals.map(({ carrier, reason }) => (
            <li key={`${carrier} ${reason}`} className={css.refusal}>
              <span>{carrier}</span>
              <span>{reason}</span>
              <span aria-hidden>–</span>
            </li>
          ))}
        </ul>
      </Radio.Group>
    </>
  );
}

/** The day of arrival and the days until then, as far as the carrier says them. */
function useArrival() {
  const t = useText();
  const format = useFormat();
  return ({ arrives_on, days, is_late }: Quote): string => {
    const many = days === null ? '' : t('labels.days', { count: days });
    const date = arrives_on ? format.date(arrives_on) : '';
    const first = date || many;
    if (!first) return t('labels.noDays');
    if (is_late) return t('labels.tooLate', { date: first });
    return date && many ? t('labels.arrives', { date, days: many }) : first;
  };
}

const icon = { size: 12, stroke: 2, 'aria-hidden': true } as const;

interface CardProps {
  quote: Quote;
  isChosen: boolean;
  isBusy: boolean;
  parcels: readonly ParcelRow[];
}

function Card({ quote, isChosen, isBusy, parcels }: CardProps) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const arrival = useArrival()(quote);
  const nameOf = (id: number | null) => {
    const at = parcels.findIndex(({ container_id }) => container_id === id);
    return t('labels.carton', { name: parcels[at]?.own_number || format.number(at + 1) });
  };
  return (
    <label className={css.card} data-chosen={isChosen || undefined} htmlFor={id}>
      <span className={css.cardHead}>
        <span className={css.marks}>
          {quote.is_cheapest && <Mark tone="good" icon={<IconCoin {...icon} />} text={t('labels.cheapest')} />}
          {quote.is_by_rule && <Mark tone="plain" icon={<IconCheck {...icon} />} text={t('labels.byRule')} />}
          {quote.is_fastest && <Mark tone="accent" icon={<IconBolt {...icon} />} text={t('labels.fastest')} />}
        </span>
        <Radio
          id={id}
          size="xs"
          value={quote.object_id}
          disabled={isBusy}
          aria-label={`${quote.carrier} ${quote.service}, ${format.amount(quote.cost)} ${quote.currency}, ${arrival}`}
        />
      </span>
      <b>{quote.carrier}</b>
      <span className={css.second}>{quote.service}</span>
      <span className={css.cardPrice}>{format.amount(quote.cost)}</span>
      <span className={quote.is_late ? css.late : css.second}>{arrival}</span>
      {quote.parcels.length > 1 && (
        <span className={css.cardParcels}>
          {quote.parcels.map(({ container_id, cost }) => (
            <span key={container_id}>
              <span>{nameOf(container_id)}</span>
              <span>{format.amount(cost)}</span>
            </span>
          ))}
        </span>
      )}
    </label>
  );
}

const Mark = ({ tone, icon: glyph, text }: { tone: string; icon: ReactNode; text: string }) => (
  <span className={css.mark} data-tone={tone}>
    {glyph}
    {text}
  </span>
);

function OfferRow({ quote, isBusy }: { quote: Quote; isBusy: boolean }) {
  const id = useId();
  const format = useFormat();
  const arrival = useArrival()(quote);
  return (
    <label className={css.offer} htmlFor={id}>
      <Radio id={id} size="xs" value={quote.object_id} disabled={isBusy} />
      <span>{`${quote.carrier} ${quote.service}`}</span>
      <span className={quote.is_late ? css.late : css.muted}>{arrival}</span>
      <span>{format.amount(quote.cost)}</span>
    </label>
  );
}
