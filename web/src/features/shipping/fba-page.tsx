import { api, type FbaShipment, isShipmentEventAllowed } from '@longshore/contract';
import { Alert, Button } from '@mantine/core';
import { IconPackages, IconRefresh } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DetailPage, Section } from '../../ui/detail/detail-page.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Tag } from '../../ui/tag.tsx';
import { shipmentPills } from '../orders/index.ts';
import { shipmentPath } from '../records/index.ts';
import css from './fba.module.css';
import { FbaLine } from './fba-line.tsx';
import { FbaNext } from './fba-next.tsx';
import { BoxesSection, SaidSection } from './fba-sections.tsx';
import { DeadlinePanel, DocumentsPanel, ShipmentPanel, VoidButton } from './fba-side.tsx';
import { useSteps } from './use-steps.ts';

/** While Amazon works, in case a message of the server is missed; and so that links which print stay fresh. */
const WORKING_MS = 4_000;
const FRESH_LINKS_MS = 10 * 60_000;

const isBusy = (fba: FbaShipment | undefined) =>
  fba !== undefined && (fba.working !== null || fba.documents.some(({ state }) => state === 'waiting'));

/** The steps of a shipment to a marketplace's warehouse. */
export function FbaPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const shipmentId = Number(id);
  const [isFast, setFast] = useState(false);
  const read = useRead(
    api.fba.get,
    { params: { id: shipmentId } },
    { refetchInterval: isFast ? WORKING_MS : FRESH_LINKS_MS },
  );
  if (isBusy(read.data) !== isFast) setFast(!isFast);
  return (
    <Loaded read={read} backTo={shipmentPath('outbound', shipmentId)}>
      {(fba) => <Steps key={fba.shipment_id} fba={fba} />}
    </Loaded>
  );
}

function Steps({ fba }: { fba: FbaShipment }) {
  const t = useText();
  const steps = useSteps(fba.shipment_id);
  const [isRestarting, setRestarting] = useState(false);
  const page = shipmentPath('outbound', fba.shipment_id);
  const status = fba.status as keyof typeof shipmentPills;
  const isShown = fba.packed === 1 || fba.next === 'voided' || fba.next === 'restart';
  return (
    <DetailPage
      title={fba.fba_shipment_id}
      mono
      crumbs={[
        { label: t('navigation.shipments.outbound') },
        { label: t('fba.shipment', { id: fba.shipment_id }), href: page },
        { label: t('fba.title') },
      ]}
      badge={
        <>
          <StatusPill status={shipmentPills[status]}>{t(`orders.shipmentStatuses.${status}`)}</StatusPill>
          <Tag>{t('fba.amazon')}</Tag>
          <span className={css.head}>
            <RouteLink className={css.link} href={page}>
              {t('fba.shipment', { id: fba.shipment_id })}
            </RouteLink>
            {[fba.client, fba.packed ? t('fba.cartonsPacked', { count: fba.boxes.length }) : '']
              .filter(Boolean)
              .map((text) => (
                <span key={text}>, {text}</span>
              ))}
          </span>
        </>
      }
      actions={<Actions fba={fba} steps={steps} />}
      side={
        <>
          <DeadlinePanel fba={fba} />
          <ShipmentPanel fba={fba} steps={steps} />
          <DocumentsPanel fba={fba} />
        </>
      }
    >
      {isShown ? (
        <>
          <Section>
            <FbaLine fba={fba} />
            <FbaNext fba={fba} steps={steps} onRestart={() => setRestarting(true)} />
          </Section>
          <BoxesSection fba={fba} packPath={`${page}/action/pack`} />
          <SaidSection fba={fba} />
        </>
      ) : (
        <NotPacked page={page} />
      )}
      {isRestarting && <Restart fba={fba} onClose={() => setRestarting(false)} />}
    </DetailPage>
  );
}

function Actions({ fba, steps }: { fba: FbaShipment; steps: ReturnType<typeof useSteps> }) {
  const t = useText();
  const { can } = useSession();
  return (
    <>
      {can(api.fba.update.access) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.7} />}
          disabled={steps.isPending || fba.working !== null}
          onClick={steps.update}
        >
          {t('fba.refresh')}
        </Button>
      )}
      <VoidButton fba={fba} steps={steps} />
    </>
  );
}

function NotPacked({ page }: { page: string }) {
  const t = useText();
  return (
    <Section>
      <Alert color="red" variant="light" role="alert" icon={<IconPackages size={18} stroke={1.7} />}>
        <p className={css.band}>{t('fba.notPacked')}</p>
        <Button variant="default" component={RouteLink} href={page}>
          {t('fba.toShipment')}
        </Button>
      </Alert>
    </Section>
  );
}

/** Voids the shipments of a plan that has ended, and leads to the order, which can be planned once more. */
function Restart({ fba, onClose }: { fba: FbaShipment; onClose: () => void }) {
  const t = useText();
  const go = useGo();
  const remove = useWrite(api.shipments.void);
  const ids = [fba.shipment_id, ...fba.others.map(({ shipment_id }) => shipment_id)];
  const voidAll = async () => {
    for (const id of ids) await remove.mutateAsync({ params: { id } });
    go(`/orders/Customer-Order/${fba.order_id}/action/view`);
  };
  return (
    <ConfirmDialog
      title={t('fba.startAgainTitle')}
      text={t('fba.startAgainText', { count: ids.length })}
      confirm={t('fba.startAgainAction')}
      danger
      busy={remove.isPending || !isShipmentEventAllowed(fba.status as 'Ready', 'void')}
      onConfirm={() => void voidAll().catch(onClose)}
      onClose={onClose}
    />
  );
}
