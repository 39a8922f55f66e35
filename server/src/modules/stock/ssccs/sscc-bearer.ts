/** What carries an SSCC: a plate, or a carton of a shipment. */
export interface SsccBearer {
  client_id: number;
  license_id: number | null;
  shipment_id: number | null;
  carton: string | null;
}
