import { api, type ChannelPlaces, type Integration, type PartnerForm } from '@longshore/contract';
import { remember, useRead, useWrite } from '../../lib/api.ts';
import { describeReadFailure, showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, type Translate, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Select } from '../../ui/select.tsx';
import css from './channels.module.css';

/** The calls of the partners that have a location or a store to choose, by the partner's slug. */
const CALLS = {
  shopify: {
    get: api.integrations.shopifyPlaces,
    choose: api.integrations.chooseShopifyPlace,
    done: 'integrations.place.locationUpdated',
  },
  tradegecko: {
    get: api.integrations.tradeGeckoPlaces,
    choose: api.integrations.chooseTradeGeckoPlace,
    done: 'integrations.place.centerUpdated',
  },
  shipstation: {
    get: api.integrations.shipStationStores,
    choose: api.integrations.chooseShipStationStore,
    done: 'integrations.place.storeUpdated',
  },
} as const satisfies Record<string, { get: object; choose: object; done: PlainKey }>;

/** ShipStation has three kinds of connections, with the same stores. */
const callsOf = (partner: PartnerForm) =>
  Object.entries(CALLS).find(([slug]) => partner.slug === slug || partner.slug.startsWith(`${slug}-`))?.[1];
type Calls = NonNullable<ReturnType<typeof callsOf>>;

interface PlaceProps {
  integration: Integration;
  partner: PartnerForm;
}

/** Which location, store or source of the partner this connection works for. */
export function PlacePanel({ integration, partner }: PlaceProps) {
  const { can } = useSession();
  const calls = callsOf(partner);
  // An installed service is a location of its own; one that was chosen before stays in sight.
  const isInstalled = integration.service_id !== '' && integration.mapping.place === '';
  if (!partner.place || !calls || isInstalled || !integration.verified || !can(calls.get.access)) return null;
  return <Places integration={integration} partner={partner} calls={calls} />;
}

const placeName = ({ name, is_active }: ChannelPlaces['places'][number], t: Translate) =>
  is_active ? name : t('integrations.place.inactive', { name });

function Places({ integration, partner, calls }: PlaceProps & { calls: Calls }) {
  const t = useText();
  const { can } = useSession();
  const input = { params: { id: integration.id } };
  const { data, error } = useRead(calls.get, input, { staleTime: 60_000 });
  const choose = useWrite(calls.choose, {
    onSuccess: (places) => {
      remember(calls.get, input, places);
      showSuccess(t(calls.done));
    },
  });
  const chosen = data?.places.find(({ id }) => id === data.key);
  return (
    <SidePanel title={t('integrations.place.title')}>
      {error && <p className={css.none}>{describeReadFailure(error, t).sentence}</p>}
      {data?.places.length === 0 && <p className={css.none}>{t('integrations.place.none')}</p>}
      {data && data.places.length > 0 && (
        <Select
          label={partner.place}
          placeholder={t('integrations.place.notChosen')}
          disabled={choose.isPending || !can(calls.choose.access)}
          data={data.places.map((place) => ({ value: place.id, label: placeName(place, t) }))}
          value={chosen?.id ?? null}
          onChange={(key) => key && key !== data.key && choose.mutate({ ...input, body: { key } })}
        />
      )}
    </SidePanel>
  );
}
