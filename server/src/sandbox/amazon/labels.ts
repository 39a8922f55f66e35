import type { Answer, Call } from '../kit/partner.ts';
import { AmazonError, badRequest, notFound } from './errors.ts';
import { assertParameters, type SellerAnswer, type SellerCall } from './operations.ts';
import type { AmazonAddress, AmazonBox, AmazonPlan, AmazonSeller, AmazonShipment } from './seller.ts';

type Size = readonly [number, number];

/** The paper, the labels on a sheet, and the size of one of them. */
const PAGES: Readonly<Record<string, { paper: Size; perSheet: number; label: Size }>> = {
  PackageLabel_Letter_2: { paper: [612, 792], perSheet: 2, label: [612, 396] },
  PackageLabel_Thermal: { paper: [288, 432], perSheet: 1, label: [288, 432] },
};
/** Known to the API, and not drawn by the imitation. */
const OTHER_PAGES = [
  'PackageLabel_Letter_4',
  'PackageLabel_Letter_6',
  'PackageLabel_Letter_6_CarrierLeft',
  'PackageLabel_A4_2',
  'PackageLabel_A4_4',
  'PackageLabel_Plain_Paper',
  'PackageLabel_Plain_Paper_CarrierBottom',
  'PackageLabel_Thermal_Unified',
  'PackageLabel_Thermal_NonPCP',
  'PackageLabel_Thermal_No_Carrier_Rotation',
];
const LIVES_MS = 15_000;

const PARAMETERS = [
  'PageType',
  'LabelType',
  'NumberOfPackages',
  'PackageLabelsToPrint',
  'NumberOfPallets',
  'PageSize',
  'PageStartIndex',
];

interface Labelled {
  plan: AmazonPlan;
  shipment: AmazonShipment;
  /** What the barcode says. */
  code: string;
  box: AmazonBox | undefined;
  n: number;
}

/** The bars of Code 128: the left edge and width of each, and the whole width, in modules. */
async function barsOf(text: string): Promise<{ bars: [number, number][]; modules: number }> {
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw('code128', text);
  const widths = symbol && 'sbs' in symbol ? symbol.sbs : [];
  const bars: [number, number][] = [];
  let modules = 0;
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars.push([modules, width]);
    modules += width;
  }
  return { bars, modules };
}

const linesOf = ({
  name,
  companyName,
  addressLine1,
  addressLine2,
  city,
  stateOrProvinceCode,
  postalCode,
  countryCode,
}: AmazonAddress) =>
  [
    name,
    companyName,
    addressLine1,
    addressLine2,
    `${city}, ${stateOrProvinceCode ?? ''} ${postalCode}`,
    countryCode,
  ].filter((line): line is string => Boolean(line));

/** Draws a label into a place of a page. */
async function drawLabel(
  doc: PDFKit.PDFDocument,
  labelled: Labelled,
  left: number,
  top: number,
  [width, height]: Size,
) {
  const { plan, shipment, code, box, n } = labelled;
  const margin = 14;
  const write = (text: string, x: number, y: number, size: number) =>
    doc
      .fillColor('#000')
      .fontSize(size)
      .text(text, left + x, top + y, { lineBreak: false });
  write(`FBA  Box ${n} of ${shipment.boxes.length}`, margin, margin, 18);
  if (box) write(`${box.weight.value} ${box.weight.unit}`, width - 90, margin, 14);
  write('SHIP FROM', margin, 44, 7);
  for (const [index, line] of linesOf(plan.from).entries()) write(line, margin, 54 + index * 11, 9);
  write('SHIP TO', width / 2, 44, 7);
  for (const [index, line] of ['FBA', ...linesOf(shipment.warehouse.address)].entries())
    write(line, width / 2, 54 + index * 11, 9);
  const { bars, modules } = await barsOf(code);
  const module = Math.min(2, (width - 2 * margin) / (modules + 20));
  const start = left + (width - modules * module) / 2;
  for (const [at, wide] of bars) doc.rect(start + at * module, top + 150, wide * module, 80);
  doc.fill('#000');
  write(code, width / 2 - 70, 238, 12);
  write(`Shipment ${shipment.confirmationId}  ${shipment.warehouse.id}`, margin, 268, 11);
  write('PLEASE LEAVE THIS LABEL UNCOVERED', margin, height - 26, 9);
}

async function drawLabels(labels: readonly Labelled[], { paper, perSheet, label }: (typeof PAGES)[string] & object) {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({ size: [...paper], margin: 0, autoFirstPage: false });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve) => doc.on('end', resolve));
  for (const [index, labelled] of labels.entries()) {
    if (index % perSheet === 0) doc.addPage();
    await drawLabel(doc, labelled, 0, (index % perSheet) * label[1], label);
  }
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

const wrongPackages = () =>
  new AmazonError(
    400,
    'IncorrectPackageIdentifier',
    'The package identifiers do not match those of the shipment’s box content information.',
  );

/** The boxes whose labels are wanted, by the ids that the box contents came with. */
function wantedLabels(call: Call, plan: AmazonPlan, shipment: AmazonShipment): Labelled[] {
  const names = call.query.getAll('PackageLabelsToPrint').flatMap((each) => each.split(','));
  const isFed = shipment.cartonIds.length > 0;
  const known = isFed ? shipment.cartonIds : shipment.boxes.map(({ boxId }) => boxId);
  const wanted = names.length > 0 ? names : known;
  return wanted.map((name) => {
    const at = known.indexOf(name);
    if (at < 0) throw wrongPackages();
    const box = shipment.boxes[at];
    return { plan, shipment, code: box?.boxId ?? name, box, n: at + 1 };
  });
}

function sizeOf(call: Call): (typeof PAGES)[string] & object {
  const type = call.query.get('PageType') ?? '';
  const page = PAGES[type];
  if (page) return page;
  if (OTHER_PAGES.includes(type)) throw badRequest('The PageType is not supported in your marketplace.');
  throw new AmazonError(400, 'InvalidInput', 'PageType is missing or none of the allowed values.');
}

export async function getLabels({ seller, call, ids: [id = ''], baseUrl }: SellerCall): Promise<SellerAnswer> {
  assertParameters(call, PARAMETERS);
  const found = seller.shipments().find(({ shipment }) => shipment.confirmationId === id);
  if (!found) throw notFound('The shipment');
  const page = sizeOf(call);
  if (call.query.get('LabelType') !== 'UNIQUE')
    throw new AmazonError(400, 'InvalidInput', 'LabelType is missing or none of those for small parcels.');
  const { plan, shipment } = found;
  if (!shipment.transport) throw badRequest('The transportation of the shipment is not confirmed.');
  const content = await drawLabels(wantedLabels(call, plan, shipment), page);
  const secret = seller.secret();
  seller.labels.set(secret, { content, secret, until: new Date(call.at.getTime() + LIVES_MS) });
  const url = `${baseUrl}/label-host/${seller.slug}/${secret}/package-labels.pdf?X-Amz-Expires=15&X-Amz-Signature=${secret}`;
  return { status: 200, value: { payload: { DownloadURL: url } } };
}

const EXPIRED = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';

export const refusedByStorage = (text = EXPIRED): Answer => ({
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: text,
});

/** The host of the labels knows addresses only: with a token besides, it refuses. */
export function downloadLabels(seller: AmazonSeller, secret: string, call: Call): Answer {
  const file = seller.labels.get(secret);
  if (!file || file.until <= call.at || call.query.get('X-Amz-Signature') !== secret) return refusedByStorage();
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body: file.content };
}
