import { api, type SearchHit } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { BigCode } from '../../ui/floor/big-code.tsx';
import css from '../../ui/floor/floor.module.css';
import { FLOOR, FloorPage } from '../../ui/floor/floor-page.tsx';
import { FloorScan } from '../../ui/floor/floor-scan.tsx';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { describeScan } from '../../ui/scan/look-up.ts';

const LOOK_UP = '/floor/look-up';
export const lookUpPath = (code: string) => `${LOOK_UP}/${encodeURIComponent(code)}`;

/** Where a plate is, and what is on it. */
function PlateFacts({ id }: { id: number }) {
  const t = useText();
  const format = useFormat();
  const plate = useRead(api.licenses.get, { params: { id } }).data;
  const contents = useRead(api.licenses.inventories, { params: { id } }).data;
  const bin = plate?.locations.find(({ pivot }) => pivot.in_location === 1)?.location;
  return (
    <>
      {plate && <BigCode label={t('onFloor.isAt')} code={bin ?? t('onFloor.inNoBin')} note={plate.client.company} />}
      <ul className={css.rows}>
        {contents?.map((row) => (
          <li key={`${row.inventory_id} ${row.lot_number} ${row.quarantine}`}>
            <RouteLink className={css.row} href={lookUpPath(row.sku)}>
              <span className={css.rowText}>
                <Mono>{row.sku}</Mono>
                <span className={css.note}>{[row.name, row.lot_number].filter(Boolean).join(' · ')}</span>
              </span>
              <span className={css.rowFigure}>{format.number(row.qty_left)}</span>
            </RouteLink>
          </li>
        ))}
      </ul>
      {plate && (
        <RouteLink className={css.act} href={`/floor/put-away?plate=${encodeURIComponent(plate.license)}`}>
          {t('onFloor.tiles.putAway')}
        </RouteLink>
      )}
    </>
  );
}

/** What is in a bin. */
function BinFacts({ id }: { id: number }) {
  const format = useFormat();
  const plates = useRead(api.locations.licenses, { params: { id } }).data;
  return (
    <ul className={css.rows}>
      {plates?.map((plate) => (
        <li key={plate.id}>
          <RouteLink className={css.row} href={lookUpPath(plate.license)}>
            <span className={css.rowText}>
              <Mono>{plate.license}</Mono>
            </span>
            <span className={css.rowFigure}>{format.number(plate.quantity)}</span>
          </RouteLink>
        </li>
      ))}
    </ul>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const t = useText();
  const format = useFormat();
  return (
    <section className={css.section}>
      <BigCode label={hit.description} code={hit.title} />
      {hit.quantity !== undefined && (
        <p className={css.sectionTitle}>{t('onFloor.onHand', { units: format.number(hit.quantity) })}</p>
      )}
      {hit.kind === 'license' && <PlateFacts id={hit.id} />}
      {hit.kind === 'location' && <BinFacts id={hit.id} />}
      {hit.kind === 'shipment' && (
        <RouteLink className={css.act} href={`/floor/shipment/${hit.id}`}>
          {t('onFloor.work')}
        </RouteLink>
      )}
      <RouteLink className={css.act} href={hit.path}>
        {t('onFloor.fullPage')}
      </RouteLink>
    </section>
  );
}

function Found({ code }: { code: string }) {
  const t = useText();
  const read = useRead(api.records.scan, { body: { code } });
  return (
    <Loaded inPage read={read} backTo={FLOOR}>
      {(hits) =>
        hits.length === 0 ? (
          <p className={css.blank} role="alert">
            {describeScan(code, hits, t)}
          </p>
        ) : (
          hits.map((hit) => <Hit key={`${hit.kind} ${hit.id}`} hit={hit} />)
        )
      }
    </Loaded>
  );
}

/** Says what a code is: where it is and what is in it. */
export function FloorLookUp() {
  const t = useText();
  const go = useGo();
  const { code = '' }: { code?: string } = useParams({ strict: false });
  return (
    <FloorPage title={t('onFloor.tiles.lookUp')} sub={t('onFloor.notes.lookUp')}>
      <FloorScan label={t('onFloor.whatIs')} placeholder={t('scan.field')} onScan={(next) => go(lookUpPath(next))} />
      {code && <Found key={code} code={code} />}
    </FloorPage>
  );
}
