import { api, type BillingItem } from '@longshore/contract';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { activeFilter, type Column } from '../../ui/list/list-types.ts';
import { itemLabels as labels } from './billing-words.ts';
import { ItemDialog } from './item-dialog.tsx';

function YesNo({ flag }: { flag: 0 | 1 }) {
  const t = useText();
  return t(flag ? 'lists.yes' : 'lists.no');
}

function Rate({ rate }: { rate: number }) {
  return useFormat().money(rate);
}

const columns: Column<BillingItem>[] = [
  { field: 'name', header: labels.name },
  { field: 'rate', header: labels.rate, kind: 'number', width: 130, render: ({ rate }) => <Rate rate={rate} /> },
  { field: 'uom', header: labels.uom, width: 110 },
  {
    field: 'internal',
    header: labels.internal,
    width: 130,
    narrow: 'hidden',
    render: ({ internal }) => <YesNo flag={internal} />,
  },
  { field: 'accounting_class', header: labels.accounting_class, width: 150, narrow: 'hidden' },
  { field: 'tax_code', header: labels.tax_code, width: 150, narrow: 'hidden' },
  { field: 'is_active', header: labels.is_active, kind: 'active', width: 110, narrow: 'end' },
];

export function BillingItemList() {
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<{ item?: BillingItem }>();
  return (
    <>
      <ListScreen
        endpoint={api.billingItems.list}
        title={t('navigation.billingItems')}
        crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.billingItems') }]}
        columns={columns}
        onOpen={can(api.billingItems.update.access) ? (item) => setShown({ item }) : undefined}
        filters={[activeFilter]}
        searchPlaceholder="billing.items.search"
        emptyText="billing.items.noneYet"
        create={
          can(api.billingItems.create.access) ? { run: () => setShown({}), label: 'billing.items.create' } : undefined
        }
      />
      {shown && <ItemDialog item={shown.item} onClose={() => setShown(undefined)} />}
    </>
  );
}
