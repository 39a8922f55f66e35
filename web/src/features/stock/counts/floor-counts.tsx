import { api, type CountRow } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import css from '../../../ui/floor/floor.module.css';
import { FLOOR, FloorPage } from '../../../ui/floor/floor-page.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { Counting } from './count-scan.tsx';

const LIST = '/floor/count';
const openCounts = { query: { filter_by: { state: ['open'] }, per_page: 50 } };

function Row({ count }: { count: CountRow }) {
  const t = useText();
  const format = useFormat();
  return (
    <li>
      <RouteLink className={css.row} href={`${LIST}/${count.id}`}>
        <span className={css.rowText}>
          {count.name || t('counts.one', { id: count.id })}
          <span className={css.note}>{count.company}</span>
        </span>
        <span className={css.rowFigure}>
          {t('counts.countedOf', { counted: format.number(count.counted), lines: format.number(count.lines) })}
        </span>
      </RouteLink>
    </li>
  );
}

/** The counts that are open, to count in one of them. */
export function FloorCounts() {
  const t = useText();
  const read = useRead(api.counts.list, openCounts);
  return (
    <FloorPage title={t('onFloor.tiles.count')} sub={t('onFloor.notes.count')}>
      <Loaded inPage read={read} backTo={FLOOR}>
        {({ records }) => (
          <>
            {records.length === 0 && <p className={css.blank}>{t('onFloor.noCounts')}</p>}
            <ul className={css.rows}>
              {records.map((count) => (
                <Row key={count.id} count={count} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </FloorPage>
  );
}

/** Counts by scanning: a place, an item, a quantity. */
export function FloorCount() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.counts.get, { params: { id: Number(id) } });
  return (
    <FloorPage title={t('counts.one', { id: Number(id) })} sub={read.data?.name} back={LIST}>
      <Loaded inPage read={read} backTo={LIST}>
        {(count) => <Counting key={count.id} count={count} overview={LIST} />}
      </Loaded>
    </FloorPage>
  );
}
