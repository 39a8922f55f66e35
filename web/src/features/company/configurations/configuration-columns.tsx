import { api, type Resources } from '@longshore/contract';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSizes } from '../../../lib/measure.ts';
import { useText } from '../../../lib/text/text.ts';
import type { LineColumn } from '../../../ui/detail/line-table.tsx';
import { TwoLines } from '../../../ui/detail/line-table.tsx';
import { type ListName, labels } from './configuration-words.ts';

/** Client names by id, for couriers that belong to a client. */
export function useClientNames() {
  const clients = useRead(api.clients.selector, { body: { search: '' } });
  return {
    clients: clients.data ?? [],
    nameOf: (id: number) => clients.data?.find((client) => client.id === id)?.company ?? `#${id}`,
  };
}

type Row = Resources[ListName][number];
/** The columns of each list, typed by that list's rows. */
type Columns = { [List in ListName]: LineColumn<Resources[List][number]>[] };

export function useColumns(list: ListName): LineColumn<Row>[] {
  const t = useText();
  const format = useFormat();
  const sizes = useSizes();
  const { nameOf } = useClientNames();
  const columns: Columns = {
    couriers: [
      {
        header: labels.client_id,
        render: ({ client_id }) => (client_id === null ? t('configurations.allClients') : nameOf(client_id)),
      },
      {
        header: labels.payment_method,
        render: (courier) => (
          <TwoLines
            first={t(`relations.payments.${courier.payment_method}`)}
            second={[courier.account, courier.billing_zip].filter(Boolean).join(' · ')}
          />
        ),
      },
      {
        header: 'configurations.mapping',
        render: (courier) =>
          [courier.ss_mapping_carrier && 'ShipStation', courier.shippo_id && 'GoShippo'].filter(Boolean).join(', ') ||
          '–',
      },
    ],
    taxes: [{ header: labels.rate, right: true, width: 120, render: ({ rate }) => format.percent(rate, 3) }],
    terms: [{ header: labels.description, render: ({ description }) => description || '–' }],
    packages: [
      {
        header: 'configurations.size',
        right: true,
        render: sizes.sides,
      },
      {
        header: labels.weight,
        right: true,
        width: 120,
        render: sizes.weight,
      },
    ],
    uoms: [],
  };
  return columns[list] as unknown as LineColumn<Row>[];
}
