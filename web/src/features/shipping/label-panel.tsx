import { api, type CustomsItem, type Quote, type Shipment, type ShipmentLabels } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh, remember, useWrite } from '../../lib/api.ts';
import { describeReadFailure } from '../../lib/failure.ts';
import { formatMoney, useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { Select } from '../../ui/select.tsx';
import { shipmentPath } from '../records/index.ts';
import { CustomsFold } from './customs-fold.tsx';
import { isTaken, labelOfParcel, type Sizes, useLabels } from './label-state.ts';
import { ParcelRows } from './parcel-rows.tsx';
import { chosenQuote, RateChoice, useRates } from './rate-choice.tsx';
import css from './shipping.module.css';

/** Buys labels for the cartons of a shipment. */
export function BuyPanel({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const { can } = useSession();
  const [isBuying, setBuying] = useState(false);
  const { data, error } = useLabels(shipment.id, isBuying);
  if (!can(api.labels.buy.access)) return null;
  if (!data)
    return (
      <SidePanel title={t('labels.buyTitle')}>
        {error ? <p className={css.none}>{describeReadFailure(error, t).sentence}</p> : <Bones />}
      </SidePanel>
    );
  return data.blocked ? (
    <Blocked shipment={shipment} reason={data.blocked} />
  ) : (
    <Buying shipment={shipment} state={data} isBuying={isBuying} onBuying={setBuying} />
  );
}

const Bones = () => (
  <div className={css.bones} aria-hidden>
    <span />
    <span />
    <span />
  </div>
);

/** Why none can be bought now, and where that is solved. */
function Blocked({ shipment, reason }: { shipment: Shipment; reason: Exclude<ShipmentLabels['blocked'], ''> }) {
  const t = useText();
  const { can } = useSession();
  const link = linkOf(shipment, reason);
  return (
    <SidePanel title={t('labels.buyTitle')}>
      <p className={css.blocked}>{t(`labels.blocked.${reason}`)}</p>
      {link && can(link.access) && (
        <Button component={RouteLink} href={link.href} variant="default" size="xs">
          {t(link.label)}
        </Button>
      )}
    </SidePanel>
  );
}

function linkOf({ direction, id }: Shipment, reason: ShipmentLabels['blocked']) {
  switch (reason) {
    case 'NotPacked':
      return {
        href: `${shipmentPath(direction, id)}/action/pack`,
        label: 'labels.pack',
        access: api.shipments.pack.access,
      } as const;
    case 'NoAccount':
      return { href: '/company', label: 'labels.connect', access: api.companyAccounts.saveShippo.access } as const;
    case 'NoLabelCourier':
    case 'NoSender':
      return {
        href: '/configurations/couriers',
        label: 'labels.mapCourier',
        access: api.company.updateCourier.access,
      } as const;
    default:
      return undefined;
  }
}

interface BuyingProps {
  shipment: Shipment;
  state: ShipmentLabels;
  isBuying: boolean;
  onBuying: (isBuying: boolean) => void;
}

/** Whole cartons, with the sizes that were typed over theirs. */
function useParcels(state: ShipmentLabels) {
  const [left, setLeft] = useState<readonly number[]>([]);
  const [sizes, setSizes] = useState<Readonly<Record<number, Sizes>>>({});
  const rows = state.parcels.map((parcel) => ({
    ...parcel,
    ...sizes[parcel.container_id],
    label: labelOfParcel(state, parcel),
  }));
  const open = rows.filter(({ label }) => !isTaken(label));
  const chosen = open.filter(({ container_id }) => !left.includes(container_id));
  const toggle = (id: number) => setLeft(left.includes(id) ? left.filter((each) => each !== id) : [...left, id]);
  return { rows, open, chosen, toggle, setSizes: (id: number, given: Sizes) => setSizes({ ...sizes, [id]: given }) };
}

function Buying({ shipment, state, isBuying, onBuying }: BuyingProps) {
  const t = useText();
  const { rows, open, chosen, toggle, setSizes } = useParcels(state);
  const [customs, setCustoms] = useState<readonly CustomsItem[]>();
  const [chosenId, setChosenId] = useState<string>();
  const rates = useRates(shipment, chosen, customs);
  const quote = chosenQuote(rates.data, chosenId);
  const isUnknown = rows.some(({ label }) => label?.is_unknown);
  return (
    <SidePanel
      title={open.length > 0 ? t('labels.buyCount', { count: chosen.length }) : t('labels.buyTitle')}
      action={state.sender && <span className={css.sender}>{t('labels.from', { place: state.sender })}</span>}
    >
      <div className={css.panel}>
        <ParcelRows rows={rows} isBusy={isBuying} chosen={chosen} onToggle={toggle} onSizes={setSizes} />
        {isUnknown && <Unknown shipment={shipment} />}
        {open.length === 0 ? (
          <p className={css.none}>{t(rows.length === 0 ? 'labels.noCartons' : 'labels.allBought')}</p>
        ) : (
          <RateChoice
            rates={rates}
            arriveBy={state.arrive_by}
            chosen={quote}
            isBusy={isBuying}
            parcels={chosen}
            onChoose={setChosenId}
          />
        )}
        {open.length > 0 && state.customs.length > 0 && (
          <CustomsFold items={state.customs} given={customs} onChange={setCustoms} />
        )}
        {open.length > 0 && (
          <BuyFoot
            shipment={shipment}
            state={state}
            quote={rates.isFetching ? undefined : quote}
            cartons={chosen.map(({ container_id }) => container_id)}
            isExpired={rates.isExpired}
            onBuying={onBuying}
          />
        )}
      </div>
    </SidePanel>
  );
}

/** Nobody knows yet what became of a purchase: it is asked again by itself, or now. */
function Unknown({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const input = { params: { id: shipment.id } };
  const look = useWrite(api.labels.lookAgain, { onSuccess: (labels) => remember(api.labels.get, input, labels) });
  return (
    <div className={css.unknown} role="status">
      <span>{t('labels.stillUnknown')}</span>
      <Button variant="default" size="xs" loading={look.isPending} onClick={() => look.mutate(input)}>
        {t('labels.lookAgain')}
      </Button>
    </div>
  );
}

interface FootProps {
  shipment: Shipment;
  state: ShipmentLabels;
  quote: Quote | undefined;
  cartons: readonly number[];
  isExpired: boolean;
  onBuying: (isBuying: boolean) => void;
}

function BuyFoot({ shipment, state, quote, cartons, isExpired, onBuying }: FootProps) {
  const t = useText();
  const { place } = useFormat();
  const input = { params: { id: shipment.id } };
  const buy = useWrite(api.labels.buy, {
    onSuccess: (labels) => {
      remember(api.labels.get, input, labels);
      void refresh(api.shipments.get, input);
      void refresh(api.shipments.list);
    },
  });
  const press = async (chosen: Quote) => {
    onBuying(true);
    const { object_id, service, cost, dates } = chosen;
    try {
      await buy.mutateAsync({ ...input, body: { object_id, service, cost, dates } });
    } catch {
      // It was said already; what was bought before it is shown.
      void refresh(api.labels.get, input);
    }
    onBuying(false);
  };
  const price = quote && formatMoney(quote.cost, place, quote.currency);
  const isReady = quote && cartons.length > 0 && !isExpired;
  return (
    <>
      {quote && <Totals shipment={shipment} quote={quote} count={cartons.length} />}
      <FormatChoice state={state} shipment={shipment} />
      <Button
        fullWidth
        size="md"
        disabled={!isReady || buy.isPending}
        leftSection={<IconTag size={16} stroke={1.7} aria-hidden />}
        onClick={() => quote && void press(quote)}
      >
        {buy.isPending ? (
          <Progress state={state} cartons={cartons} />
        ) : quote && cartons.length > 0 ? (
          t('labels.buy', { count: cartons.length, price: price ?? '' })
        ) : (
          t(cartons.length === 0 ? 'labels.chooseCarton' : 'labels.chooseRate')
        )}
      </Button>
      <p className={css.once}>{t('labels.once')}</p>
    </>
  );
}

/** “Buying 1 of 2”: labels appear one after the other while the purchase is under way. */
function Progress({ state, cartons }: { state: ShipmentLabels; cartons: readonly number[] }) {
  const t = useText();
  const [total] = useState(cartons.length);
  const [before] = useState(() => state.labels.filter((label) => label.state === 'bought').length);
  const done = state.labels.filter((label) => label.state === 'bought').length - before;
  return t('labels.buying', { now: Math.min(total, done + 1), total });
}

function Totals({ shipment, quote, count }: { shipment: Shipment; quote: Quote; count: number }) {
  const t = useText();
  const format = useFormat();
  const money = (value: number) => formatMoney(value, format.place, quote.currency);
  const client = shipment.order.client.company;
  const share = quote.cost > 0 ? quote.charged / quote.cost - 1 : 0;
  const key = share > 0 ? 'labels.onTop' : share < 0 ? 'labels.off' : 'labels.chargedTo';
  return (
    <dl className={css.totals}>
      <dt>{t('labels.parcels', { count, service: `${quote.carrier} ${quote.service}` })}</dt>
      <dd>{money(quote.cost)}</dd>
      <dt>{t(key, { client, percent: format.percent(Math.abs(share), 1) })}</dt>
      <dd>{money(quote.charged)}</dd>
    </dl>
  );
}

function FormatChoice({ state, shipment }: { state: ShipmentLabels; shipment: Shipment }) {
  const t = useText();
  const input = { params: { id: shipment.id } };
  const choose = useWrite(api.labels.chooseFormat, {
    onSuccess: ({ format }) => remember(api.labels.get, input, { ...state, format }),
  });
  return (
    <div className={css.format}>
      <span aria-hidden>{t('labels.format')}</span>
      <Select
        aria-label={t('labels.format')}
        size="xs"
        data={(['pdf', 'zpl'] as const).map((value) => ({ value, label: t(`labels.formats.${value}`) }))}
        value={choose.isPending ? (choose.variables?.body?.format ?? state.format) : state.format}
        onChange={(format) => format && choose.mutate({ body: { format: format as 'pdf' | 'zpl' } })}
      />
    </div>
  );
}
