import type { Shipment } from '@longshore/contract';
import { useSession } from '../../lib/session.ts';
import {
  buttonRules,
  panelRules,
  type ShipmentButton,
  type ShipmentPanel,
  type ShipmentViewer,
} from './shipment-rules.ts';

/** What the page of a shipment shows to this user, by its rules. */
export function useShipmentRules(shipment: Shipment) {
  const { user, preferences } = useSession();
  const viewer: ShipmentViewer = {
    userId: user.id,
    hasQuickFulfil: preferences.quick_fulfill,
    hasOutboundExcel: preferences.outbound_excel_upload_bool,
  };
  return {
    viewer,
    button: (name: ShipmentButton) => buttonRules[name](shipment, viewer),
    panel: (name: ShipmentPanel) => panelRules[name](shipment, viewer),
  };
}
