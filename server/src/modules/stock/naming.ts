import { sql } from 'kysely';
import { Slot } from '../../platform/database/shaped.ts';
import type { NamedPlate, Naming, Reckoned } from './posting.ts';
import { isNoPlate, type Named, type StockItem } from './stock-item.store.ts';

/** What the slots of a naming read: the names that its posting carries. */
const named = <Names>(read: (names: Names) => unknown) =>
  new Slot(({ named: naming }: Reckoned) => read(naming?.names as Names));

/** The plate that came in this field, as `byName` finds it; none when none is named. */
export const plateNamed = (number: string, field: string): NamedPlate | null =>
  isNoPlate(number) ? null : { plate: field };

function plateJoin(field: string) {
  const plate = sql.ref(`of_${field}`);
  const number = named<Named>(({ plates }) => plates[field]);
  return sql`join licenses ${plate} on ${plate}.client_id = i.client_id and lower(${plate}.license) = lower(${number}::text)`;
}

/** What may be asked of the item besides. */
const rules = {
  withoutLot: sql`and not i.lot`,
  ofLot: sql`and i.lot and exists (select from lots o where o.id = ${named<Named>(({ lotId }) => lotId)} and o.inventory_id = i.id)`,
  ofClient: sql`and i.client_id = ${named<Named>(({ clientId }) => clientId)}`,
};

/**
 * What a command names, found by the posting itself: an active item without serials whose plates and lot are all there,
 * or nothing. Goods that come without a lot are not of an item that goes by lots.
 */
export function byName(names: Named, { withoutLot = false } = {}): Naming {
  const fields = Object.keys(names.plates).filter((field) => !isNoPlate(names.plates[field] ?? ''));
  const asked: (keyof typeof rules)[] = [];
  if (withoutLot) asked.push('withoutLot');
  if (names.lotId !== null) asked.push('ofLot');
  if (names.clientId !== undefined) asked.push('ofClient');
  const columns = () => fields.map((field) => sql`, ${sql.ref(`of_${field}`)}.id as ${sql.ref(`plate_${field}`)}`);
  return {
    shape: `${fields} ${asked}`,
    names,
    write:
      () => sql`select i.client_id ${sql.join(columns(), sql` `)} from inventories i ${sql.join(fields.map(plateJoin), sql` `)}
      where i.id = ${named<Named>(({ itemId }) => itemId)} and i.type = 'Item' and i.is_active and not i.serial
        ${sql.join(
          asked.map((rule) => rules[rule]),
          sql` `,
        )}`,
  };
}

/** An item that was looked at: still active, and still by the same rules. */
export const asSeen = (item: StockItem): Naming => ({
  shape: 'as seen',
  names: item,
  write:
    () => sql`select i.client_id from inventories i where i.id = ${named<StockItem>(({ id }) => id)} and i.is_active
    and i.lot = ${named<StockItem>(({ lot }) => lot)} and i.serial = ${named<StockItem>(({ serial }) => serial)}`,
});
