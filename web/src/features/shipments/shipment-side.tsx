import { api, incotermText, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CommentsPanel, FilesPanel, TracePanel } from '../records/index.ts';
import { FreightPanel } from './freight-panel.tsx';
import { hasPlatesToPutAway, SheetPanel } from './fulfil/index.ts';
import { MarketplacePanel } from './marketplace-panel.tsx';
import { shipmentTraceLabels } from './shipment-trace-labels.ts';
import css from './shipments.module.css';
import { StationPanel } from './station-panel.tsx';
import { TrackingPanel } from './tracking-panel.tsx';
import { useShipmentRules } from './use-shipment-rules.ts';

const UpdateDialog = lazyPart(() => import('./update-dialog.tsx'));
const CarrierDialog = lazyPart(() => import('./carrier-dialog.tsx'));
const IncotermDialog = lazyPart(() => import('./incoterm-dialog.tsx'));

interface SideProps {
  shipment: Shipment;
  /** Buys labels; nothing where none can be bought. */
  labels: ReactNode;
  slots: { Fba: ComponentType<{ shipment: Shipment; isLinked: boolean }> };
}

/** The panels beside a shipment, each under its own rule. */
export function ShipmentSide({ shipment, labels, slots: { Fba } }: SideProps) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const { id, order } = shipment;
  // The upload that completes the shipment still shows what became of its rows.
  const [isUploading, setUploading] = useState(false);
  const hasSheets = rules.panel('inboundExcel') || rules.panel('outboundExcel') || hasPlatesToPutAway(shipment);
  return (
    <>
      {labels}
      <DetailsPanel shipment={shipment} />
      {rules.panel('courier') && <CourierPanel shipment={shipment} />}
      {rules.panel('marketplace') && can(api.fba.get.access) && (
        <Fba shipment={shipment} isLinked={rules.panel('marketplaceLink')} />
      )}
      {rules.panel('zalora') && can(api.marketplace.get.access) && <MarketplacePanel shipment={shipment} />}
      {rules.panel('shippingStation') && <StationPanel shipment={shipment} />}
      {shipment.direction === 'outbound' && <FreightPanel shipment={shipment} />}
      {shipment.direction === 'outbound' && <IncotermPanel shipment={shipment} />}
      {rules.panel('resources') && <ResourcesPanel shipment={shipment} />}
      {(hasSheets || isUploading) && (
        <SidePanel title={t('lists.excel')}>
          <SheetPanel shipment={shipment} viewer={rules.viewer} isUploading={isUploading} onUpload={setUploading} />
        </SidePanel>
      )}
      <CommentsPanel type="Shipment" id={id} note={{ title: t('orders.note'), text: order.note }} />
      <FilesPanel type="Shipment" id={id} />
      <TrackingPanel entries={shipment.tracking_status} />
      <TracePanel
        traceableType="Shipment"
        traceableId={id}
        name={t('shipments.title', { id })}
        fieldLabels={shipmentTraceLabels}
      />
    </>
  );
}

/** Waybill, cartons, charge: what is written down about it, also after it has left. */
function DetailsPanel({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const [isOpen, setOpen] = useState(false);
  const { tracking, packed, carton_count, attr_1 } = shipment;
  return (
    <SidePanel
      title={t('shipments.view.actions')}
      action={
        rules.button('update') &&
        can(api.shipments.update.access) && (
          <Button variant="subtle" size="xs" aria-keyshortcuts="e" onClick={() => setOpen(true)}>
            {t('shipments.update.action')}
          </Button>
        )
      }
    >
      <div className={css.sideFacts}>
        <Facts
          items={[
            { label: 'shipments.waybill', value: tracking.waybill, mono: true, copy: tracking.waybill },
            { label: 'shipments.packed', value: t(packed ? 'lists.yes' : 'lists.no') },
            { label: 'shipments.cost', value: format.money(tracking.cost) },
            { label: 'shipments.cartonCount', value: format.number(carton_count) },
            { label: 'shipments.attr_1', value: attr_1 },
          ]}
        />
      </div>
      {isOpen && <UpdateDialog shipment={shipment} onClose={() => setOpen(false)} />}
    </SidePanel>
  );
}

function CourierPanel({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const [isOpen, setOpen] = useState(false);
  const { courier } = shipment;
  return (
    <SidePanel
      title={t('shipments.carrier.title')}
      action={
        rules.button('prepare') &&
        can(api.shipments.setCarrier.access) && (
          <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
            {t('shipments.carrier.change')}
          </Button>
        )
      }
    >
      {courier.name}
      <span className={css.second}>
        {[t(`relations.payments.${courier.payment_method}`), courier.account].filter(Boolean).join(' · ')}
      </span>
      {isOpen && <CarrierDialog shipment={shipment} onClose={() => setOpen(false)} />}
    </SidePanel>
  );
}

/** What the commercial invoice says about who pays and bears the risk. */
function IncotermPanel({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const [isOpen, setOpen] = useState(false);
  const { incoterm } = shipment;
  return (
    <SidePanel
      title={t('shipments.incoterm.title')}
      action={
        rules.button('prepare') &&
        can(api.shipments.setIncoterm.access) && (
          <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
            {t('shipments.incoterm.change')}
          </Button>
        )
      }
    >
      {incoterm ? (
        <>
          {incotermText(shipment)}
          <span className={css.second}>{t(`shipments.incoterm.names.${incoterm}`)}</span>
        </>
      ) : (
        <span className={css.muted}>{t('shipments.incoterm.none')}</span>
      )}
      {isOpen && <IncotermDialog shipment={shipment} onClose={() => setOpen(false)} />}
    </SidePanel>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

/** Pages about the shipment in the client's own systems. */
function ResourcesPanel({ shipment: { external_resources } }: { shipment: Shipment }) {
  const t = useText();
  return (
    <SidePanel title={t('shipments.view.resources')}>
      <ul className={css.resources}>
        {external_resources.map((address) => (
          <li key={address}>
            <a className={css.link} href={address} target="_blank" rel="noopener noreferrer">
              <IconExternalLink size={14} stroke={1.7} aria-hidden />{' '}
              {t('shipments.view.openResource', { host: hostOf(address) })}
            </a>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}
