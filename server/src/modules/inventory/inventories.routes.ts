import { api } from '@longshore/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import { basicInventoryListSql, inventoryListSql, readInventory, selectInventories } from './inventories.view.ts';
import { readWeights } from './item-weights.view.ts';
import { printInventories } from './print-inventories.ts';
import { createWithUoms, saveWithUoms } from './save-item-uoms.ts';
import { removeComponent, saveComponent } from './save-kit.ts';
import { removeUom, saveUom } from './save-uom.ts';

const { inventories } = api;

export const inventoriesRoutes = ({ clock }: { clock: Clock }): Binding[] => [
  bind(inventories.list, (tx, call) => serveList(tx, inventoryListSql, call)),
  bind(inventories.quickList, (tx, call) => serveList(tx, basicInventoryListSql, call)),
  bind(inventories.print, (tx, { actor, query }) => printInventories(tx, actor, query, clock)),
  bind(inventories.get, (tx, { params }) => readInventory(tx, params.id)),
  bind(inventories.create, (tx, { actor, body }) => createWithUoms(tx, actor, body)),
  bind(inventories.update, (tx, { actor, params, body }) => saveWithUoms(tx, actor, params.id, body)),
  bind(inventories.addUom, (tx, { actor, params, body }) => saveUom(tx, actor, params.id, body)),
  bind(inventories.removeUom, (tx, { actor, params }) => removeUom(tx, actor, params.id, params.uomId)),
  bind(inventories.addComponent, (tx, { actor, params, body }) =>
    saveComponent(tx, actor, params.id, body.itemId, body.qty),
  ),
  bind(inventories.removeComponent, (tx, { actor, params }) => removeComponent(tx, actor, params.id, params.itemId)),
  bind(inventories.selector, (tx, { actor, body }) => selectInventories(tx, actor, body)),
  bind(inventories.reportSelector, (tx, { actor, body }) => selectInventories(tx, actor, body)),
  bind(inventories.weights, (tx, { body }) => readWeights(tx, body.ids)),
];
