/** ShipStation's codes of carriers, by what a name of a courier has in it; the first that fits. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/\b(ups mail innovations|mail innovations)\b/, 'ups_mail_innovations'],
  [/\b(ups|united parcel)\b/, 'ups'],
  [/\bfed ?ex\b/, 'fedex'],
  [/\b(usps|us mail|united states postal|u s postal|stamps com)\b/, 'usps'],
  [/\bdhl (ecommerce|global mail)\b/, 'dhl_global_mail'],
  [/\bdhl\b/, 'dhl_express'],
  [/\bcanada post\b/, 'canada_post'],
  [/\baustralia post\b/, 'australia_post'],
  [/\broyal mail\b/, 'royal_mail'],
  [/\bpurolator\b/, 'purolator_ca'],
  [/\bon ?trac\b/, 'ontrac'],
  [/\blaser ?ship\b/, 'lasership'],
  [/\basendia\b/, 'asendia'],
  [/\bnewgistics\b/, 'newgistics'],
  [/\bdpd\b/, 'dpd'],
  [/\bamazon\b/, 'amazon'],
];

/** A carrier is mandatory: one that ShipStation does not know is `other`. */
export function carrierCodeOf(courier: string): string {
  const words = courier
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return CODES.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}
