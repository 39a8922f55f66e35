import { api, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useRead } from '../../lib/api.ts';
import { describeReadFailure } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import css from './fba.module.css';
import { CreateAtAmazon } from './fba-next.tsx';
import { fulfilPath, translateState } from './fba-words.ts';
import { useSteps } from './use-steps.ts';

/** How far a shipment is at the marketplace, on its own page, with the way to the steps. */
export function FbaPanel({ shipment, isLinked }: { shipment: Shipment; isLinked: boolean }) {
  const t = useText();
  const { can } = useSession();
  const { data: fba, error } = useRead(api.fba.get, { params: { id: shipment.id } });
  const steps = useSteps(shipment.id);
  const exists = fba ? fba.exist_in_fba === 1 : shipment.exist_in_fba === 1;
  return (
    <SidePanel title={t('fba.panel')}>
      <div className={css.panel}>
        <div className={css.sideFacts}>
          <Facts
            items={[
              {
                label: 'fba.fbaId',
                value: shipment.fba_shipment_id,
                mono: true,
                copy: shipment.fba_shipment_id,
                wide: true,
              },
              ...(fba
                ? [
                    { label: 'fba.warehouse' as const, value: fba.destination.warehouse },
                    { label: 'fba.side.atAmazon' as const, value: translateState(t, fba.at_marketplace) },
                  ]
                : []),
            ]}
          />
        </div>
        <StatusPill status={exists ? 'active' : 'open'}>{t(exists ? 'fba.exists' : 'fba.missing')}</StatusPill>
        {error && <p className={css.none}>{describeReadFailure(error, t).sentence}</p>}
        {fba?.next === 'create' && can(api.fba.create.access) && <CreateAtAmazon fba={fba} steps={steps} />}
        {isLinked && (
          <Button variant="default" component={RouteLink} href={fulfilPath(shipment.id)}>
            {t('fba.openSteps')}
          </Button>
        )}
      </div>
    </SidePanel>
  );
}
