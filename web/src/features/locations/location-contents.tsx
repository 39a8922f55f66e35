import { api, type Location, type LocationInventory, NO_LOT } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import { LineTable, TwoLines } from '../../ui/detail/line-table.tsx';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { Tag } from '../../ui/tag.tsx';
import { inventoryPath } from '../inventory/index.ts';
import { PlateLink } from '../records/index.ts';
import css from './locations.module.css';

function Item({ row }: { row: LocationInventory }) {
  return (
    <TwoLines
      first={
        <RouteLink href={inventoryPath(row.inventory_id, 'view')}>
          <Mono>{row.sku}</Mono>
        </RouteLink>
      }
      second={row.name}
    />
  );
}

function Lot({ row }: { row: LocationInventory }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {row.lot_number !== NO_LOT && (
        <TwoLines
          first={<Mono>{row.lot_number}</Mono>}
          second={row.lot_expire && t('licenses.expires', { date: format.date(row.lot_expire) })}
        />
      )}
      {row.quarantine === 1 && <Tag tone="caution">{t('licenses.quarantined')}</Tag>}
    </>
  );
}

/** The goods in a bin; hidden while there are none. */
export function BinGoods({ location }: { location: Location }) {
  const t = useText();
  const format = useFormat();
  const { data } = useRead(api.locations.contents, { params: { id: location.id } });
  if (!data || data.records.length === 0) return null;
  return (
    <Section title={t('locations.goods')} count={data.more ? undefined : data.records.length}>
      <LineTable
        label={t('locations.goods')}
        rows={data.records}
        rowKey={(row) => `${row.license_id} ${row.inventory_id} ${row.lot_number} ${row.quarantine}`}
        columns={[
          { header: 'licenses.sku', long: true, render: (row) => <Item row={row} /> },
          {
            header: 'locations.license',
            width: 130,
            render: (row) => <PlateLink id={row.license_id} license={row.license} />,
          },
          { header: 'licenses.lot', width: 150, render: (row) => <Lot row={row} /> },
          { header: 'locations.quantity', right: true, width: 84, render: (row) => format.number(row.quantity) },
        ]}
      />
      {data.more && <p className={css.note}>{t('locations.moreGoods', { count: data.records.length })}</p>}
    </Section>
  );
}
