import { api, NO_LICENSE, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconForklift, IconUpload } from '@tabler/icons-react';
import { useCallback } from 'react';
import { download, refresh, saveDownload } from '../../../lib/api.ts';
import { showFailure } from '../../../lib/failure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { rememberedImport } from '../../../ui/import/remembered-import.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { refreshAround } from '../shipment-cache.ts';
import { panelRules, type ShipmentViewer } from '../shipment-rules.ts';
import css from './fulfil.module.css';
import { forgetLineFacts } from './line-facts.ts';

const ImportDialog = lazyPart(() => import('../../../ui/import/import-dialog.tsx'));

const icon = { size: 16, stroke: 1.7 };

interface SheetPanelProps {
  shipment: Shipment;
  viewer: ShipmentViewer;
  isUploading: boolean;
  onUpload: (isUploading: boolean) => void;
}

/** Goods were received on plates, which can be put away by spreadsheet, also when the shipment is done. */
export const hasPlatesToPutAway = ({ direction, shipment_lines }: Shipment): boolean =>
  direction === 'inbound' &&
  shipment_lines.some(({ fulfillments }) => fulfillments.some(({ licenses }) => licenses.license !== NO_LICENSE));

/** Receiving and shipping by spreadsheet: the sheet of what is left goes down filled in, and comes back up. */
export function SheetPanel({ shipment, viewer, isUploading, onUpload }: SheetPanelProps) {
  const t = useText();
  const { can } = useSession();
  const { id, direction, order_id, client_id } = shipment;
  const params = { id };
  const type = direction === 'inbound' ? 'Receiving' : 'Shipping';
  const rule = direction === 'inbound' ? panelRules.inboundExcel : panelRules.outboundExcel;
  const isShown = rule(shipment, viewer);
  const onImported = useCallback(() => {
    void refresh(api.shipments.get, { params: { id } });
    refreshAround(order_id);
    forgetLineFacts();
  }, [id, order_id]);
  const mayUpload = isShown && can(api.shipments.fulfilLine.access);
  return (
    <div className={css.sheet}>
      {isShown && <p className={css.muted}>{t(`fulfilment.excel.hint.${direction}`)}</p>}
      <div className={css.sheetActions}>
        {isShown && (
          <Button
            variant="default"
            leftSection={<IconDownload {...icon} />}
            onClick={() => download(api.shipments.sheet, { params }).then(saveDownload, showFailure)}
          >
            {t('fulfilment.excel.download')}
          </Button>
        )}
        {mayUpload && (
          <Button variant="default" leftSection={<IconUpload {...icon} />} onClick={() => onUpload(true)}>
            {t(rememberedImport({ type, shipmentId: id }) ? 'lists.runningImport' : 'fulfilment.excel.upload')}
          </Button>
        )}
        {hasPlatesToPutAway(shipment) && (
          <Button
            variant="default"
            leftSection={<IconForklift {...icon} />}
            title={t('fulfilment.excel.putAwayHint')}
            onClick={() => download(api.shipments.putAwaySheet, { params }).then(saveDownload, showFailure)}
          >
            {t('fulfilment.excel.putAway')}
          </Button>
        )}
      </div>
      {isUploading && (
        <ImportDialog
          type={type}
          shipmentId={id}
          clientId={client_id}
          title={t(`fulfilment.excel.uploadTitle.${direction}`, { id })}
          onClose={() => onUpload(false)}
          onImported={onImported}
        />
      )}
    </div>
  );
}
