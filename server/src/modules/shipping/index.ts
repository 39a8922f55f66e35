import { freight } from './freight/index.ts';
import { inbound } from './inbound/index.ts';
import { labels } from './labels/index.ts';
import { station } from './station/index.ts';

export type * from './freight-partner.ts';
export type * from './inbound-partner.ts';
export { BOX_CONTENTS } from './inbound-partner.ts';
export type * from './label-partner.ts';
export { LABEL_FORMATS } from './label-partner.ts';
export type * from './station-partner.ts';

/** Labels, the shipping station, inbound shipments of marketplaces, and freight: each registers by itself. */
export const shipping = [labels, station, inbound, freight];
