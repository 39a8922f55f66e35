import { api, type Bring, type Face } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BinLink, PlateLink } from '../records/index.ts';
import css from './floor.module.css';

/** How much a face is missing, and which plates to bring, the best first, each with the reason. */
export function BringDialog({ face, onClose }: { face: Face; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const { data, error } = useRead(api.faces.replenish, { params: { id: face.id } }, { staleTime: 0 });
  return (
    <Dialog title={t('faces.bringTitle', { location: face.location })} size={560} onClose={onClose}>
      {error && !data && <EmptyState title={t('faces.failed')} hint={describeFailure(error, t).sentence} />}
      {data && data.wanted === 0 && <p>{t('faces.nothingWanted')}</p>}
      {data && data.wanted > 0 && (
        <>
          <p>{t('faces.wanted', { units: format.number(data.wanted), sku: face.sku, count: data.wanted })}</p>
          {data.brings.length === 0 && <p className={css.muted}>{t('faces.noReserve')}</p>}
          <ol className={css.brings}>
            {data.brings.map((bring) => (
              <BringRow key={`${bring.license_id} ${bring.lot_id}`} bring={bring} />
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}

function BringRow({ bring }: { bring: Bring }) {
  const t = useText();
  const format = useFormat();
  const units = format.number(bring.bring);
  return (
    <li>
      <PlateLink id={bring.license_id} license={bring.license} />
      {bring.location && <BinLink id={bring.location_id} location={bring.location} />}
      <span>
        {bring.whole
          ? t('faces.bringWhole', { units, count: bring.bring })
          : t('faces.bringPart', { units, there: format.number(bring.units) })}
      </span>
      <span className={css.muted}>{translateMessage(t, bring.reason_key)}</span>
    </li>
  );
}
