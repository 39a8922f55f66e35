import { api, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const BillDialog = lazyPart(() => import('./bill-dialog.tsx'));

/** Opens the charges of a shipment, for those who may enter charges. */
export function BillButton({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const { can } = useSession();
  // The list of what is not billed opens the page with the charges.
  const { bill }: { bill?: unknown } = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(bill !== undefined);
  if (!can(api.shipmentBilling.charge.access)) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconReceipt size={16} stroke={1.7} />} onClick={() => setOpen(true)}>
        {t('billing.bill.action')}
      </Button>
      {isOpen && <BillDialog shipment={shipment} onClose={() => setOpen(false)} />}
    </>
  );
}
