import type { AddressCopy, Direction, Language, Measure, OrderType, PAYMENTS, PaperSize } from '@longshore/contract';

/** What the papers of a shipment are drawn from. */
export interface PaperShipment {
  id: number;
  direction: Direction;
  pt_number: string;
  order_type: OrderType;
  reference: string;
  po: string;
  client: { company: string; logo: string; address: AddressCopy };
  relation: string;
  ship_date: string;
  cancel_date: string;
  courier: { name: string; payment: (typeof PAYMENTS)[number]; account: string };
  waybill: string;
  /** Empty when none was chosen. */
  incoterm: string;
  incoterm_place: string;
  carton_count: number;
  shipping_addr: AddressCopy;
  billing_addr: AddressCopy;
  payment_term: string;
  /** A decimal: `0.13`. */
  tax_rate: string;
  /** Empty before the first print of the paper that has it. */
  invoice_number: string;
  invoice_date: string | null;
  bol_number: string;
  /** For the warehouse. */
  note: string;
  /** For the receiver: of the order, and of the relation when it is to be printed. */
  print_notes: readonly string[];
  lines: readonly PaperLine[];
  cartons: readonly PaperCarton[];
  /** By the number that the carton's label has in its code, in small letters. Empty without a GS1 prefix. */
  ssccs: Readonly<Record<string, string>>;
  /** Where to take the goods of an outbound shipment, in the order of the walk. */
  stops: readonly PaperStop[];
}

export interface PaperLine {
  id: number;
  /** The item as the warehouse knows it. */
  sku: string;
  name: string;
  /** The item as the order calls it: papers for the customer show these. */
  sold: { sku: string; name: string };
  upc: string;
  uom: string;
  comment: string;
  quantity: number;
  fulfilled: number;
  quarantined: number;
  /** Units of the order's line, and how many of them are still to be shipped. */
  ordered: number;
  leftover: number;
  /** The kit that the line is a component of; `kits` as ordered, `parts` the number of its components. */
  kit: { id: number; sku: string; name: string; kits: number; parts: number } | null;
  /** Decimals. */
  price: string;
  remainder: string;
  customs: { composition: string; value: string; origin: string; hs_code: string };
  /** Of one unit; null when it was never measured. */
  weight: number | null;
  fulfilments: readonly PaperPlace[];
}

/** Units of a line at one place. */
export interface PaperPlace {
  quantity: number;
  license: string;
  location: string;
  lot: string;
  expire: string | null;
  serial: string;
}

export interface PaperStop extends Omit<PaperPlace, 'serial'> {
  line_id: number;
  /** It was taken already. */
  isDone: boolean;
}

export interface PaperCarton {
  number: string;
  own_number: string;
  length: number;
  width: number;
  height: number;
  weight: number;
  contents: readonly { line_id: number; quantity: number; expire: string | null }[];
}

/** The warehouse, and how its papers are written. */
export interface Stationery {
  language: Language;
  timezone: string;
  measure: Measure;
  currency: string;
  paper: PaperSize;
  at: Date;
  /** The warehouse company: name, then its address line by line. */
  sender: { name: string; address: readonly string[] };
  /** Pictures that could be loaded, by their address. */
  logos: ReadonlyMap<string, Uint8Array>;
}
