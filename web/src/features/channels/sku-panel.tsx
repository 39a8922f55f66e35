import { api, type ChannelSku, type Integration } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowRight, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { call, useRead, useWrite } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { offerUndo } from '../../ui/undo.tsx';
import { inventoryPath } from '../inventory/index.ts';
import css from './channels.module.css';
import { refreshMapped } from './integration-cache.ts';

const loadDialog = () => import('./sku-dialog.tsx');
const SkuDialog = lazyPart(loadDialog);

const SHOWN = 5;

/** SKUs of the shop that are called otherwise here. */
export function SkuPanel({ integration }: { integration: Integration }) {
  const t = useText();
  const { can } = useSession();
  const mayMap = can(api.integrations.mapSku.access);
  const [isAdding, setAdding] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const { data = [], isSuccess } = useRead(api.integrations.skus, { params: { id: integration.id } });
  const hidden = data.length - SHOWN;
  return (
    <SidePanel
      title={t('integrations.skus.title')}
      count={data.length}
      action={
        mayMap && (
          <AddButton place="beside" onHover={loadDialog} onClick={() => setAdding(true)}>
            {t('integrations.skus.add')}
          </AddButton>
        )
      }
    >
      {isSuccess && data.length === 0 && <p className={css.none}>{t('integrations.skus.none')}</p>}
      {data.length > 0 && (
        <SkuTable integration={integration} skus={showsAll ? data : data.slice(0, SHOWN)} mayMap={mayMap} />
      )}
      {hidden > 0 && (
        <Button variant="subtle" size="xs" className={css.keep} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('integrations.skus.fewer') : t('integrations.skus.more', { count: hidden })}
        </Button>
      )}
      {isAdding && <SkuDialog integration={integration} onClose={() => setAdding(false)} />}
    </SidePanel>
  );
}

interface TableProps {
  integration: Integration;
  skus: ChannelSku[];
  mayMap: boolean;
}

function SkuTable({ integration, skus, mayMap }: TableProps) {
  const t = useText();
  return (
    <table className={css.mapping} aria-label={t('integrations.skus.title')}>
      <thead>
        <tr>
          <th scope="col">{t('integrations.skus.shop')}</th>
          <td />
          <th scope="col">{t('integrations.skus.here')}</th>
          {mayMap && <td />}
        </tr>
      </thead>
      <tbody>
        {skus.map(({ id, sku, inventory_id, item_sku, item_name }) => (
          <tr key={id}>
            <td className={css.clampedCell} title={sku}>
              <Mono>{sku}</Mono>
            </td>
            <td className={css.arrow}>
              <IconArrowRight size={14} stroke={1.7} aria-hidden="true" />
            </td>
            <td className={css.clampedCell} title={item_name}>
              <RouteLink href={inventoryPath(inventory_id, 'view')}>
                <Mono>{item_sku}</Mono>
              </RouteLink>
            </td>
            {mayMap && (
              <td className={css.arrow}>
                <RemoveSku integration={integration} id={id} sku={sku} inventoryId={inventory_id} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RemoveProps {
  integration: Integration;
  id: number;
  sku: string;
  inventoryId: number;
}

/** Can be undone, so that it does not ask. */
function RemoveSku({ integration, id, sku, inventoryId }: RemoveProps) {
  const t = useText();
  const params = { id: integration.id };
  const remove = useWrite(api.integrations.unmapSku, {
    onSuccess: async () => {
      await refreshMapped(integration.id);
      offerUndo({
        done: t('integrations.skus.removed', { sku }),
        undo: async (idempotencyKey) => {
          await call(api.integrations.mapSku, { params, body: { sku, inventory_id: inventoryId } }, { idempotencyKey });
          await refreshMapped(integration.id);
        },
      });
    },
  });
  return (
    <RowAction
      label={t('integrations.skus.remove', { sku })}
      icon={IconX}
      run={() => !remove.isPending && remove.mutate({ params: { id } })}
    />
  );
}
