import { api, type ChannelCourier, type Integration } from '@longshore/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import css from './channels.module.css';

const loadDialog = () => import('./courier-dialog.tsx');
const CourierDialog = lazyPart(loadDialog);

/** Shipping methods of the shop and who ships them here; a method without a courier is a gap. */
export function CourierPanel({ integration }: { integration: Integration }) {
  const t = useText();
  const { can } = useSession();
  const mayMap = can(api.integrations.mapCourier.access);
  const [edited, setEdited] = useState<ChannelCourier | 'new'>();
  const { data } = useRead(api.integrations.couriers, { params: { id: integration.id } });
  return (
    <SidePanel
      title={t('integrations.couriers.title')}
      count={data?.length}
      action={
        mayMap && (
          <AddButton place="beside" onHover={loadDialog} onClick={() => setEdited('new')}>
            {t('integrations.couriers.add')}
          </AddButton>
        )
      }
    >
      {data?.length === 0 && <p className={css.none}>{t('integrations.couriers.none')}</p>}
      {data && data.length > 0 && (
        <table className={css.mapping} aria-label={t('integrations.couriers.title')}>
          <thead>
            <tr>
              <th scope="col">{t('integrations.couriers.shop')}</th>
              <td />
              <th scope="col">{t('integrations.couriers.here')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((courier) => (
              <tr key={courier.id}>
                <td className={css.clampedCell} title={courier.method}>
                  {courier.method || <span className={css.muted}>{t('integrations.couriers.noMethod')}</span>}
                </td>
                <td className={css.arrow}>
                  <IconArrowRight size={14} stroke={1.7} aria-hidden="true" />
                </td>
                <td>
                  <Courier courier={courier} onEdit={mayMap ? () => setEdited(courier) : undefined} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited && (
        <CourierDialog
          integration={integration}
          {...(edited === 'new' ? {} : { method: edited.method, courierId: edited.courier_id })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </SidePanel>
  );
}

function Courier({ courier, onEdit }: { courier: ChannelCourier; onEdit: (() => void) | undefined }) {
  const t = useText();
  const method = courier.method || t('integrations.couriers.noMethod');
  // A method that is named like a courier needs no choice.
  const isGap = courier.courier === '';
  const name = isGap ? t('integrations.couriers.choose') : courier.courier;
  if (!onEdit) return <span className={isGap ? css.amber : undefined}>{isGap ? '–' : name}</span>;
  return (
    <button
      type="button"
      className={css.mapped}
      data-gap={isGap || undefined}
      aria-label={
        isGap
          ? t('integrations.couriers.chooseFor', { method })
          : t('integrations.couriers.changeFor', { method, courier: name })
      }
      onMouseEnter={loadDialog}
      onClick={onEdit}
    >
      {name}
    </button>
  );
}
