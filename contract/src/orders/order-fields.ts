import { sheetColumn as sheet, textField } from '../kit/fields.ts';
import { required, text } from '../kit/scalars.ts';

/**
 * The fields of orders that are saved as they are sent, in the order of the import sheet (decision 0023). What an order
 * refers to (relation, addresses, courier, term) and what is decided with it are declared in `order-input.ts`.
 */
export const orderFields = {
  reference: textField(required('ReferenceIsRequired'), {
    label: 'orders.reference',
    sort: true,
    condition: true,
    row: true,
    exported: 'Reference',
    sheet: sheet('Reference', 'sheets.Order.reference', 'SO-10042'),
  }),
  po: textField(text(), {
    label: 'orders.po',
    sort: true,
    condition: true,
    column: { width: 104 },
    exported: 'PO',
    sheet: sheet('PO', 'sheets.Order.po', 'PO-7781'),
    fact: { copy: true },
  }),
  note: textField(text(2000), {
    label: 'orders.note',
    condition: true,
    sheet: sheet('Note', 'sheets.Order.note'),
  }),
  print_note: textField(text(2000), {
    label: 'orders.printNote',
    sheet: sheet('PrintNote', 'sheets.Order.print_note'),
  }),
};
