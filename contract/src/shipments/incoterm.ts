import { z } from 'zod';
import { text } from '../kit/scalars.ts';

/**
 * Incoterms 2020: who pays for what, and where the risk passes. Those for any mode of transport, then those for ships.
 */
export const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const;
export type Incoterm = (typeof INCOTERMS)[number];

/** The term of a shipment with its named place. Without a term, the place is not stored. */
export const IncotermInput = z
  .object({ incoterm: z.union([z.enum(INCOTERMS), z.literal('')]), incoterm_place: text(120) })
  .superRefine(({ incoterm, incoterm_place }, context) => {
    if (incoterm && !incoterm_place)
      context.addIssue({ code: 'custom', path: ['incoterm_place'], message: 'IncotermNeedsAPlace' });
  })
  .meta({ example: { incoterm: 'DAP', incoterm_place: 'Oslo' } });
export type IncotermInput = z.output<typeof IncotermInput>;

/** As papers and screens show it: `DAP Toronto`. */
export const incotermText = ({ incoterm, incoterm_place }: { incoterm: string; incoterm_place: string }): string =>
  [incoterm, incoterm_place].filter(Boolean).join(' ');
