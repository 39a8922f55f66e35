import { module } from '../../platform/module.ts';

export type * from './freight-partner.ts';
export type * from './inbound-partner.ts';
export { BOX_CONTENTS } from './inbound-partner.ts';
export type * from './label-partner.ts';
export { LABEL_FORMATS } from './label-partner.ts';
export type * from './station-partner.ts';

/** Labels, the shipping station, inbound shipments of marketplaces, and freight. */
export const shipping = module({ name: 'shipping' });
