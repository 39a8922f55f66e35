import type { Owner } from '@longshore/contract';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

/** Stores bytes under a path. */
export type KeepBytes = (path: string, bytes: Uint8Array) => Promise<void>;

interface DemoComment {
  by: string;
  text: string;
  internal?: boolean;
  hoursAgo: number;
}

interface DemoFile {
  name: string;
  media: string;
  lines: string[];
  by: string;
  note?: string;
  daysAgo: number;
}

interface DemoPanels {
  client: number;
  /** A relation's name; undefined for the client itself. */
  relation?: string;
  categories: string[];
  comments: DemoComment[];
  files: DemoFile[];
}

const staff = 'Dana Reyes';
const boss = 'Marta Oliveira';

const demoPanels: DemoPanels[] = [
  {
    client: 0,
    relation: 'Harvest Lane Market',
    categories: ['Wholesale', 'West coast', 'Holiday 2026'],
    comments: [
      { by: 'Priya Nair', text: 'Deliveries before 10 am, please. The dock is shared from then on.', hoursAgo: 70 },
      {
        by: boss,
        text: 'Two pallets came back in June for missing labels. Check twice.',
        internal: true,
        hoursAgo: 29,
      },
      { by: staff, text: 'Spoke with Ruth: they take split deliveries from now on.', hoursAgo: 5 },
    ],
    files: [
      {
        name: 'Harvest-Lane-routing-guide-2026.pdf',
        media: 'application/pdf',
        lines: ['Harvest Lane Market', 'Routing guide 2026', 'Pallets up to 150 cm, dock 3, before 10 am.'],
        by: 'Priya Nair',
        note: 'Valid from January',
        daysAgo: 40,
      },
      {
        name: '收货说明.txt',
        media: 'text/plain',
        lines: ['Dock 3, ring twice.', '请在上午十点前送达。'],
        by: staff,
        daysAgo: 3,
      },
    ],
  },
  { client: 0, relation: 'Oak & Ember Cafés', categories: ['Wholesale'], comments: [], files: [] },
  { client: 0, relation: 'Guji Growers Union', categories: ['Organic'], comments: [], files: [] },
  { client: 0, categories: ['Food', 'Best before dates'], comments: [], files: [] },
  {
    client: 1,
    relation: 'Summit Sports',
    categories: ['Retail chain', 'EDI'],
    comments: [
      { by: 'Li Wei', text: 'New buyer from August: Ken Ito.', hoursAgo: 50 },
      { by: staff, text: 'Their labels must face outwards, or they charge 25 a pallet.', internal: true, hoursAgo: 20 },
    ],
    files: [
      {
        name: 'Summit-vendor-manual.pdf',
        media: 'application/pdf',
        lines: ['Summit Sports', 'Vendor manual', 'Labels face outwards.'],
        by: 'Li Wei',
        daysAgo: 12,
      },
    ],
  },
  { client: 1, categories: ['Outdoor', 'Bulky'], comments: [], files: [] },
];

/** A small but valid PDF of one page with these lines. */
function drawPdf(lines: string[]): Uint8Array {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, (mark) => `\\${mark}`)}) Tj T*`).join('\n');
  const content = `BT /F1 14 Tf 22 TL 72 720 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const drawFile = ({ media, lines }: DemoFile) =>
  media === 'application/pdf' ? drawPdf(lines) : Buffer.from(`${lines.join('\n')}\n`);

interface Owned {
  clientId: number;
  type: Owner;
  id: number;
}

async function ownerOf(tx: Tx, clientId: number, relation: string | undefined): Promise<Owned> {
  if (!relation) return { clientId, type: 'Client', id: clientId };
  const { rows } = await sql<{ id: number }>`
    select id from relations where client_id = ${clientId} and name = ${relation}`.execute(tx);
  return { clientId, type: 'Relation', id: rows[0]?.id ?? 0 };
}

async function seedFile(tx: Tx, keep: KeepBytes, owner: Owned, file: DemoFile, path: string): Promise<void> {
  const bytes = drawFile(file);
  await keep(path, bytes);
  await sql`insert into files (client_id, filable_type, filable_id, path, original_name, type, media, size, comment, user_id, user_name, created_at)
    select ${owner.clientId}, ${owner.type}, ${owner.id}, ${path}, ${file.name}, '', ${file.media}, ${bytes.length}, ${file.note ?? ''},
      id, name, now() - make_interval(days => ${file.daysAgo}) from users where name = ${file.by}`.execute(tx);
}

/** Comments, files and categories, for at least two clients. */
export async function seedPanels(tx: Tx, clientIds: readonly number[], keep: KeepBytes): Promise<void> {
  let count = 0;
  for (const panels of demoPanels) {
    const owner = await ownerOf(tx, clientIds[panels.client] ?? 0, panels.relation);
    for (const name of panels.categories) {
      await sql`insert into categories (client_id, resource, name) values (${owner.clientId}, ${owner.type}, ${name})
        on conflict (client_id, resource, lower(name)) do nothing`.execute(tx);
      await sql`insert into categorized (client_id, category_id, resource_id)
        select client_id, id, ${owner.id} from categories
        where client_id = ${owner.clientId} and resource = ${owner.type} and name = ${name}`.execute(tx);
    }
    for (const comment of panels.comments)
      await sql`insert into comments (client_id, commentable_type, commentable_id, comment, internal, user_id, user_name, created_at)
        select ${owner.clientId}, ${owner.type}, ${owner.id}, ${comment.text}, ${comment.internal ?? false}, id, name,
          now() - make_interval(hours => ${comment.hoursAgo}) from users where name = ${comment.by}`.execute(tx);
    for (const file of panels.files)
      await seedFile(tx, keep, owner, file, `${owner.clientId}/demo-${++count}.${file.name.split('.').at(-1)}`);
  }
}
