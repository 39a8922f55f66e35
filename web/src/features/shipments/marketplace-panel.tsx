import {
  api,
  MARKETPLACE_METHODS,
  type MarketplaceDocument,
  type MarketplaceFulfilment,
  type MarketplaceMethod,
  type MarketplaceProvider,
  type Shipment,
} from '@longshore/contract';
import { Alert, Button, Loader, Switch } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { remember, useRead, useWrite } from '../../lib/api.ts';
import { describeReadFailure, showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { Select } from '../../ui/select.tsx';
import css from './shipments.module.css';

/** Links that print end after half an hour: a page that stays open gets new ones before. */
const FRESH_LINKS_MS = 10 * 60_000;
/** While documents are being drawn, in case a message of the server is missed. */
const WAITING_MS = 5_000;

const isFetching = (data: MarketplaceFulfilment | undefined) =>
  data?.documents.some(({ state }) => state === 'waiting') ?? false;

/** Hands the shipment over at the marketplace that its order came from, and prints the marketplace's documents. */
export function MarketplacePanel({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const { can } = useSession();
  const input = { params: { id: shipment.id } };
  const [isSlow, setSlow] = useState(true);
  const { data, error } = useRead(api.marketplace.get, input, {
    refetchInterval: isSlow ? FRESH_LINKS_MS : WAITING_MS,
  });
  if (data && isFetching(data) === isSlow) setSlow(!isSlow);
  return (
    <SidePanel title={t('marketplace.title')}>
      <div className={css.marketplace}>
        {error && <p className={css.none}>{describeReadFailure(error, t).sentence}</p>}
        {data && data.state !== 'done' && can(api.marketplace.fulfil.access) && (
          <FulfilForm shipment={shipment} state={data} />
        )}
        {data?.state === 'done' && <Fulfilled shipment={shipment} state={data} />}
      </div>
    </SidePanel>
  );
}

interface StateProps {
  shipment: Shipment;
  state: MarketplaceFulfilment;
}

function useFulfil(shipment: Shipment) {
  const t = useText();
  return useWrite(api.marketplace.fulfil, {
    onSuccess: (done) => {
      remember(api.marketplace.get, { params: { id: shipment.id } }, done);
      showSuccess(t('marketplace.fulfilled'));
    },
  });
}

function Problem({ state }: { state: MarketplaceFulfilment }) {
  const t = useText();
  if (!state.problem) return null;
  const text =
    state.problem_key === 'PartnerAnswerUnknown'
      ? t('marketplace.unknown')
      : translateReason(t, state.problem_key, state.problem);
  return (
    <Alert color={state.state === 'refused' ? 'red' : 'yellow'} variant="light" role="alert">
      {text}
    </Alert>
  );
}

/** The provider that is chosen at first: the one of an earlier attempt, the seller's default, or the first. */
const firstChoice = (providers: readonly MarketplaceProvider[], state: MarketplaceFulfilment) =>
  [
    providers.find(({ Name }) => Name === state.provider),
    providers.find(({ is_default }) => is_default),
    providers[0],
  ].find(Boolean)?.Name ?? null;

function FulfilForm({ shipment, state }: StateProps) {
  const t = useText();
  const { data: providers, error } = useRead(
    api.marketplace.providers,
    { params: { id: shipment.id } },
    { staleTime: 60_000 },
  );
  const [method, setMethod] = useState<MarketplaceMethod>(state.method);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOwnCarrier, setOwnCarrier] = useState(state.isOwnCarrier === 1);
  const fulfil = useFulfil(shipment);
  const provider = chosen ?? firstChoice(providers ?? [], state);
  const nameOf = ({ Name, ApiIntegration }: MarketplaceProvider) =>
    ApiIntegration ? t('marketplace.providerIntegrated', { name: Name }) : Name;
  const run = () =>
    fulfil.mutate({
      params: { id: shipment.id },
      body: { method, provider: provider ?? '', isOwnCarrier: isOwnCarrier ? 1 : 0 },
    });
  return (
    <>
      <Problem state={state} />
      {error && <p className={css.none}>{describeReadFailure(error, t).sentence}</p>}
      {providers?.length === 0 && <p className={css.none}>{t('marketplace.noProviders')}</p>}
      <Select
        label={t('marketplace.provider')}
        disabled={!providers?.length || fulfil.isPending}
        data={(providers ?? []).map((each) => ({ value: each.Name, label: nameOf(each) }))}
        value={provider}
        onChange={setChosen}
      />
      <Select
        label={t('marketplace.method')}
        disabled={fulfil.isPending}
        data={MARKETPLACE_METHODS.map((each) => ({ value: each, label: t(`marketplace.methods.${each}`) }))}
        value={method}
        onChange={(value) => value && setMethod(value as MarketplaceMethod)}
      />
      <Switch
        label={t('marketplace.ownCarrier')}
        description={t('marketplace.ownCarrierHint')}
        checked={isOwnCarrier}
        disabled={fulfil.isPending}
        onChange={({ currentTarget }) => setOwnCarrier(currentTarget.checked)}
      />
      <Button variant="default" onClick={run} loading={fulfil.isPending} disabled={!provider}>
        {state.state === 'none' ? t('marketplace.fulfil') : t('marketplace.again')}
      </Button>
      <span className={css.muted} aria-live="polite">
        {fulfil.isPending && t('marketplace.fulfilling')}
      </span>
    </>
  );
}

function Fulfilled({ shipment, state }: StateProps) {
  const t = useText();
  const { can } = useSession();
  const again = useFulfil(shipment);
  const isRefused = state.documents.some((document) => document.state === 'refused');
  return (
    <>
      <Problem state={state} />
      <div className={css.sideFacts}>
        <Facts
          items={[
            {
              label: 'marketplace.done',
              value: state.provider,
              second: t(`marketplace.methods.${state.method}`),
              wide: true,
            },
            {
              label: 'marketplace.tracking',
              value: state.tracking_number,
              mono: true,
              copy: state.tracking_number,
              wide: true,
            },
          ]}
        />
      </div>
      <ul className={css.marketplaceDocuments} aria-label={t('marketplace.documents')}>
        {state.documents.map((document) => (
          <DocumentRow key={document.kind} document={document} />
        ))}
      </ul>
      {isRefused && can(api.marketplace.fulfil.access) && (
        <Button
          variant="default"
          loading={again.isPending}
          onClick={() =>
            again.mutate({
              params: { id: shipment.id },
              body: { method: state.method, provider: state.provider, isOwnCarrier: state.isOwnCarrier },
            })
          }
        >
          {t('marketplace.fetchAgain')}
        </Button>
      )}
    </>
  );
}

function DocumentRow({ document }: { document: MarketplaceDocument }) {
  const t = useText();
  const name = t(`marketplace.kinds.${document.kind}`);
  return (
    <li>
      <span>{name}</span>
      {document.state === 'waiting' && (
        <span className={css.muted}>
          <Loader size={12} aria-hidden /> {t('marketplace.preparing')}
        </span>
      )}
      {document.state === 'refused' && (
        <span className={css.second}>{translateReason(t, document.problem_key, document.problem)}</span>
      )}
      {document.state === 'ready' && (
        <Button
          component="a"
          href={document.url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={14} aria-hidden />}
        >
          {t('marketplace.print', { name })}
        </Button>
      )}
    </li>
  );
}
