import { type Message, messageWith, namesItem, readOwnCode } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';

/** A line of a wave's shipment, with what people scan for it. */
export interface WaveLine {
  wave_id: number;
  state: 'picking' | 'done' | 'void';
  shipment_id: number;
  client_id: number;
  company: string;
  reference: string;
  left_because: string;
  tote: string;
  line_id: number;
  inventory_id: number;
  sku: string;
  codes: string[];
  serial: boolean;
}

/** The line, if its wave is being picked and its shipment is still part of it. */
export async function readWaveLine(tx: Tx, waveId: number, lineId: number): Promise<WaveLine> {
  const { count } = await sql`select from waves where id = ${waveId}`.execute(tx);
  if (count === 0) throw notFound();
  const { rows } = await sql<WaveLine>`
    select w.id as wave_id, w.state, m.shipment_id, m.client_id, c.company, s.reference, m.left_because, t.tote, n.id as line_id,
      i.id as inventory_id, i.sku, array_remove(array[i.sku, i.upc, i.barcode_1, i.barcode_2], '') as codes, i.serial
    from waves w join wave_shipments m on m.wave_id = w.id
    join shipment_lines n on n.client_id = m.client_id and n.shipment_id = m.shipment_id
    join shipments s on s.client_id = m.client_id and s.id = m.shipment_id join clients c on c.id = m.client_id
    join totes t on t.id = m.tote_id join inventories i on i.client_id = n.client_id and i.id = n.inventory_id
    where w.id = ${waveId} and n.id = ${lineId} and ${inScope(tx, 'n.client_id')}`.execute(tx);
  const [line] = rows;
  if (!line) throw invalid('line_id', 'LineIsNotInWave');
  if (line.left_because !== '') throw invalid('line_id', messageWith('ShipmentLeftWave', line.reference, waveId));
  if (line.state !== 'picking') throw invalid('line_id', messageWith('WaveIsOver', waveId));
  return line;
}

/** The name of a tote, typed or from its label. */
export function nameOfTote(scan: string): string {
  const own = readOwnCode(scan);
  return own?.kind === 'tote' ? own.id : scan.trim();
}

/** The tote and the item that were scanned are those of the line. */
export function assertScanned({ tote, sku, codes }: WaveLine, scanned: { tote: string; item: string }): void {
  const named = nameOfTote(scanned.tote);
  if (named.toLowerCase() !== tote.toLowerCase()) throw invalid('tote', messageWith('WrongTote', named, tote));
  const problem: Message = messageWith('WrongItem', scanned.item, sku);
  if (scanned.item !== '' && !namesItem(scanned.item, codes)) throw invalid('item', problem);
}
