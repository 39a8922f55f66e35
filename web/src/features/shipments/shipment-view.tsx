import { api, type Direction, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import {
  IconBan,
  IconBarcode,
  IconBolt,
  IconBox,
  IconChecks,
  IconLock,
  IconPackageOff,
  IconPackages,
  IconRoute,
} from '@tabler/icons-react';
import { useParams, useRouter } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useBackLink } from '../../ui/back-link.ts';
import { DetailPage, type MenuAction, Section } from '../../ui/detail/detail-page.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { shipmentPills } from '../orders/index.ts';
import { shipmentPath } from '../records/index.ts';
import { FinishDialog } from './finish-dialog.tsx';
import { AllocateDialog, FulfilDialog, QuickFulfilDialog, wasFulfilling } from './fulfil/index.ts';
import { PrintMenu } from './print-menu.tsx';
import { ShipmentFacts } from './shipment-facts.tsx';
import { ShipmentLines } from './shipment-lines.tsx';
import { LockBanner, useLock } from './shipment-lock.tsx';
import { ShipmentSide } from './shipment-side.tsx';
import { packPath, shipmentsPath, useDirection } from './shipment-words.ts';
import { useMissingLabels } from './use-missing-labels.ts';
import { useShipmentRules } from './use-shipment-rules.ts';

const CloseShortDialog = lazyPart(() => import('./close-short-dialog.tsx'));
const QuantityDialog = lazyPart(() => import('./quantity-dialog.tsx'));
const VoidDialog = lazyPart(() => import('./void-dialog.tsx'));

const icon = { size: 16, stroke: 1.7 };

/** What later modules add to the page. */
export interface ShipmentSlots {
  Bill: ComponentType<{ shipment: Shipment }>;
  /** Labels that were bought, below the lines. */
  Labels: ComponentType<{ shipment: Shipment }>;
  /** Buys them, in the side column. */
  BuyLabels: ComponentType<{ shipment: Shipment }>;
  /** How far it is at the marketplace whose warehouse it goes to. */
  Fba: ComponentType<{ shipment: Shipment; isLinked: boolean }>;
}

export function ShipmentView({ slots }: { slots: ShipmentSlots }) {
  const direction = useDirection();
  const backLink = useBackLink();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.shipments.get, { params: { id: Number(id) } });
  const backTo = (to: Direction) => backLink ?? listAddress(shipmentsPath(to));
  useRightAddress(direction, read.data);
  return (
    <Loaded read={read} backTo={backTo(direction)}>
      {(shipment) => (
        <ShipmentPage key={shipment.id} shipment={shipment} back={backTo(shipment.direction)} slots={slots} />
      )}
    </Loaded>
  );
}

/** An address with the other direction leads to the right one, so that the navigation shows where one is. */
function useRightAddress(direction: Direction, shipment: Shipment | undefined) {
  const { history } = useRouter();
  const right =
    shipment && shipment.direction !== direction ? shipmentPath(shipment.direction, shipment.id) : undefined;
  useEffect(() => {
    if (right) history.replace(right);
  }, [right, history]);
}

interface PageProps {
  shipment: Shipment;
  back: string;
  slots: ShipmentSlots;
}

function ShipmentPage({ shipment, back, slots }: PageProps) {
  const t = useText();
  const { can } = useSession();
  const { menu, dialog } = useShipmentMenu(shipment);
  const [isFulfilling, setFulfilling] = useState(() => wasFulfilling(shipment.id));
  const [lineId, setLineId] = useState<number>();
  const { id, status, direction } = shipment;
  const hasLabels = useShipmentRules(shipment).panel('labels') && can(api.labels.get.access);
  const title = t('shipments.title', { id });
  return (
    <DetailPage
      title={title}
      clientId={shipment.client_id}
      crumbs={[
        { label: t('shipments.all') },
        { label: t(`navigation.shipments.${direction}`), href: back },
        { label: title },
      ]}
      badge={<StatusPill status={shipmentPills[status]}>{t(`orders.shipmentStatuses.${status}`)}</StatusPill>}
      actions={
        <ShipmentButtons
          shipment={shipment}
          slots={slots}
          isFulfilling={isFulfilling}
          onFulfil={setFulfilling}
          onLine={setLineId}
        />
      }
      isDocked={isFulfilling}
      menu={menu}
      side={
        <ShipmentSide shipment={shipment} labels={hasLabels && <slots.BuyLabels shipment={shipment} />} slots={slots} />
      }
      isSideWide={hasLabels}
    >
      <LockBanner shipment={shipment} />
      <Section>
        <ShipmentFacts shipment={shipment} />
      </Section>
      <ShipmentLines shipment={shipment} currentId={lineId} />
      {hasLabels && <slots.Labels shipment={shipment} />}
      {dialog}
    </DetailPage>
  );
}

interface ButtonsProps extends Omit<PageProps, 'back'> {
  isFulfilling: boolean;
  onFulfil: (isFulfilling: boolean) => void;
  onLine: (lineId: number | undefined) => void;
}

/** The actions that make sense now, with the dialog that is open. */
function ShipmentButtons({ shipment, slots: { Bill }, isFulfilling, onFulfil, onLine }: ButtonsProps) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const [shown, setShown] = useState<'finish' | 'quick'>();
  const close = () => setShown(undefined);
  const { id, direction, order, ss_order_id } = shipment;
  const packing = rules.button('pack') ? 'pack' : rules.button('repack') ? 'repack' : undefined;
  return (
    <>
      <PrintMenu ids={[id]} direction={direction} packed={shipment.packed === 1} cartons={shipment.carton_count} />
      {rules.button('quickFulfil') && can(api.shipments.fulfilAll.access) && (
        <Button variant="default" leftSection={<IconBolt {...icon} />} onClick={() => setShown('quick')}>
          {t('fulfilment.quick.action')}
        </Button>
      )}
      {packing && can(api.shipments.pack.access) && (
        <Button
          variant="default"
          component={RouteLink}
          href={packPath(direction, id)}
          aria-keyshortcuts="p"
          leftSection={<IconBox {...icon} />}
        >
          {t(packing === 'pack' ? 'shipments.view.pack' : 'shipments.view.repack')}
        </Button>
      )}
      {rules.button('bill') && <Bill shipment={shipment} />}
      {rules.button('finish') && can(api.shipments.finishMany.access) && (
        <FinishButton shipment={shipment} onPress={() => setShown('finish')} />
      )}
      {rules.button('fulfil') && can(api.shipments.fulfilLine.access) && (
        <Button aria-keyshortcuts="f" leftSection={<IconBarcode {...icon} />} onClick={() => onFulfil(true)}>
          {t(`fulfilment.open.${direction}`)}
        </Button>
      )}
      {shown === 'finish' && (
        <FinishDialog shipments={[{ id, reference: order.reference, ss_order_id }]} onClose={close} />
      )}
      {isFulfilling && <FulfilDialog shipment={shipment} onLine={onLine} onClose={() => onFulfil(false)} />}
      {shown === 'quick' && <QuickFulfilDialog shipment={shipment} onClose={close} />}
    </>
  );
}

/** Not while some cartons have their labels and others still lack them: a shipment leaves with all or none. */
function FinishButton({ shipment, onPress }: { shipment: Shipment; onPress: () => void }) {
  const t = useText();
  const missing = useMissingLabels(shipment);
  return (
    <Button leftSection={<IconChecks {...icon} />} disabled={missing > 0} onClick={onPress}>
      {missing > 0 ? t('shipments.view.finishMissing', { count: missing }) : t('shipments.view.finish')}
    </Button>
  );
}

/** Allocating, holding and voiding the shipment, with the dialog that is open. */
function useShipmentMenu(shipment: Shipment) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const lock = useLock(shipment);
  const [shown, setShown] = useState<'allocate' | 'void' | 'short' | 'extra'>();
  const close = () => setShown(undefined);
  const menu: MenuAction[] = [
    ...(rules.button('allocate') && can(api.shipments.allocate.access)
      ? [
          {
            label: t('fulfilment.allocate.action'),
            icon: <IconRoute {...icon} />,
            run: () => setShown('allocate'),
          },
        ]
      : []),
    ...(rules.button('closeShort') && can(api.shipments.closeShort.access)
      ? [{ label: t('shipments.short.action'), icon: <IconPackageOff {...icon} />, run: () => setShown('short') }]
      : []),
    ...(rules.button('receiveExtra') && can(api.shipments.changeQuantity.access)
      ? [{ label: t('shipments.extra.action'), icon: <IconPackages {...icon} />, run: () => setShown('extra') }]
      : []),
    ...(rules.button('lock') && can(api.shipments.lock.access)
      ? [{ label: t('shipments.lock.take'), icon: <IconLock {...icon} />, run: lock.take }]
      : []),
    ...((rules.button('void') || rules.button('voidFinished')) && can(api.shipments.void.access)
      ? [
          {
            label: t('shipments.void.action'),
            icon: <IconBan {...icon} />,
            danger: true,
            run: () => setShown('void'),
          },
        ]
      : []),
  ];
  const dialog = (
    <>
      {shown === 'short' && <CloseShortDialog shipment={shipment} onClose={close} />}
      {shown === 'extra' && (
        <QuantityDialog isExtra line={shipment.shipment_lines[0]} shipment={shipment} onClose={close} />
      )}
      {shown === 'void' && <VoidDialog shipment={shipment} onClose={close} />}
      {shown === 'allocate' && <AllocateDialog shipment={shipment} onClose={close} />}
    </>
  );
  return { menu, dialog };
}
