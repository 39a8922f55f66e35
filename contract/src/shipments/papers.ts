import { z } from 'zod';
import { DOCUMENTS_MAX, DocumentIds, PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id, idOf } from '../kit/scalars.ts';
import type { Direction } from '../orders/order-status.ts';
import { CustomsGaps } from './customs.ts';
import { CONTAINERS_MAX } from './packing.ts';

/** The papers of a shipment, by the last part of their address below /docs/pdf/s/. */
export const PAPERS = [
  'report',
  'regular',
  'controlled',
  'labels/mobile',
  'labels/ctn',
  'packing',
  'packing/carton',
  'packing/kit-only',
  'invoice',
  'custom_ci',
] as const;
export type PaperName = (typeof PAPERS)[number];

/** Papers of goods that leave: an inbound shipment is refused with 40006. */
const OUTBOUND_ONLY: readonly PaperName[] = [
  'labels/ctn',
  'packing',
  'packing/carton',
  'packing/kit-only',
  'invoice',
  'custom_ci',
];
export const isPaperOf = (name: PaperName, direction: Direction): boolean =>
  direction === 'outbound' || !OUTBOUND_ONLY.includes(name);

/** Above this many shipments a paper is drawn by a job. */
export const PRINT_JOB_ABOVE = 20;
/** Shipments of one print job at most. */
export const PRINT_JOB_MAX = 1000;

/** Papers that are drawn carton by carton. */
const BY_CARTON: readonly PaperName[] = ['labels/ctn', 'packing/carton'];
export const isByCarton = (name: PaperName): boolean => BY_CARTON.includes(name);
/** Above this many cartons such a paper is drawn by a job, whose progress is counted in cartons. */
export const CARTONS_JOB_ABOVE = 200;
/** Cartons of one call at most: those of the largest shipment. */
export const CARTONS_PRINT_MAX = CONTAINERS_MAX;
/** Cartons of one print job at most: its PDF of some 50 MB is made in memory. */
export const CARTONS_JOB_MAX = 20_000;

const PrintIds = z.array(Id).min(1, 'NothingToPrint').max(PRINT_JOB_MAX, `TooManyToPrint:${PRINT_JOB_MAX}`);

const paper = <Name extends PaperName>(name: Name, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/docs/pdf/s/${name}`,
    access: 'view_shipment_model',
    summary: `${summary}, as one PDF for up to ${DOCUMENTS_MAX} shipments. Counts as a print of each`,
    query: DocumentIds,
    response: PdfText,
    errors: [40001, 40005, 40006],
    // It counts the print and may take numbers.
    reads: false,
  });

export const PrintJob = z.object({
  id: Id,
  paper: z.enum(PAPERS),
  status: z.enum(['running', 'done', 'failed']),
  /** Shipments, or cartons of papers that are drawn by carton. */
  done: z.number().int(),
  total: z.number().int(),
  /** A short-lived address of the PDF, when it is done; empty before. */
  url: z.string(),
  /** Why it failed, as a sentence and as the message that it can be shown by in another language; empty otherwise. */
  problem: z.string(),
  problem_key: z.string(),
});
export type PrintJob = z.output<typeof PrintJob>;

export const papers = {
  report: paper('report', 'Shipment reports with BOL number'),
  regular: paper('regular', 'Picking tickets'),
  controlled: paper('controlled', 'Picking tickets with the plates and lots to take'),
  mobileLabels: paper('labels/mobile', 'Labels to open shipments with on a mobile device'),
  cartonLabels: paper('labels/ctn', 'Carton labels, 4 × 6 inches, one per carton'),
  packing: paper('packing', 'Packing slips'),
  packingByCarton: paper('packing/carton', 'Packing slips by carton'),
  packingKits: paper('packing/kit-only', 'Packing slips that list kits instead of their components'),
  invoice: paper('invoice', 'Invoices; the first print takes the next invoice number of the client'),
  commercialInvoice: paper('custom_ci', 'Commercial invoices for customs'),
  customsGaps: endpoint({
    method: 'POST',
    path: '/docs/customs-gaps',
    access: 'view_shipment_model',
    summary: 'Lines whose items lack the value, HS code or origin that a commercial invoice needs',
    reads: true,
    body: z.object({ ids: PrintIds }),
    response: CustomsGaps,
  }),
  printMany: endpoint({
    method: 'POST',
    path: '/docs/jobs',
    access: 'view_shipment_model',
    summary: 'Draw a paper for many shipments in the background',
    body: z.object({
      paper: z.enum(PAPERS),
      ids: PrintIds,
    }),
    response: PrintJob,
    errors: [40001, 40005, 40006],
  }),
  printJob: endpoint({
    method: 'GET',
    path: '/docs/jobs/:id',
    access: 'view_shipment_model',
    summary: 'How far a print job of mine is, and its PDF when it is done',
    params: { id: idOf('print_jobs') },
    response: PrintJob,
  }),
};

/** The endpoint of each paper. */
export const paperEndpoints = {
  report: papers.report,
  regular: papers.regular,
  controlled: papers.controlled,
  'labels/mobile': papers.mobileLabels,
  'labels/ctn': papers.cartonLabels,
  packing: papers.packing,
  'packing/carton': papers.packingByCarton,
  'packing/kit-only': papers.packingKits,
  invoice: papers.invoice,
  custom_ci: papers.commercialInvoice,
} satisfies Record<PaperName, unknown>;
