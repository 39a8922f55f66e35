import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import type { Tools } from '../../platform/module.ts';
import { readAddress, readAddresses, readRelation, relationListSql, selectRelations } from './relations.view.ts';
import { addAddress, deleteAddress, saveAddress } from './save-address.ts';
import { createRelation, saveRelation } from './save-relation.ts';

const { relations } = api;

export const relationsRoutes = ({ registry }: Tools): Binding[] => [
  bind(relations.list, (tx, call) => serveList(tx, relationListSql, call)),
  bind(relations.get, (tx, { params }) => readRelation(tx, params.id)),
  bind(relations.create, (tx, { actor, body }) => createRelation(tx, actor, body)),
  bind(relations.update, (tx, { actor, params, body }) => saveRelation(tx, actor, params.id, body)),
  bind(relations.selector, (tx, { actor, body }) => selectRelations(tx, actor, body)),
  bind(relations.addresses, (tx, { params }) => readAddresses(tx, params.id)),
  bind(relations.address, (tx, { params }) => readAddress(tx, params.id, params.addrId)),
  bind(relations.createAddress, (tx, { actor, params, body }) => addAddress(tx, actor, params.id, body)),
  bind(relations.updateAddress, (tx, { actor, params, body }) =>
    saveAddress(tx, actor, params.id, params.addrId, body),
  ),
  bind(relations.deleteAddress, (tx, { actor, params }) =>
    deleteAddress(tx, actor, { id: params.addrId, relationId: params.id }, registry.list('uses')),
  ),
];
