/** What the papers of shipments to a marketplace's warehouses say; the web never loads it. */
export const fbaPapers = {
  prep: 'Pick and prep list',
  shipment: 'FBA shipment',
  shipmentBySku: 'FBA shipment by SKU',
  twoD: '2D barcodes',
  fbaShipment: 'FBA shipment',
  warehouse: 'Warehouse',
  itemNumber: 'Item number',
  unitLabels: 'Labels on the units',
  labels: 'Labels',
  units_one: '{{units}} unit',
  units_other: '{{units}} units',
  itemsWithoutNumber: 'No barcode: the marketplace has no number for {{skus}}',
  tooMuchForBarcode: 'No barcode: there are too many items in this carton. Send its contents by feed instead.',
  noBarcodeYet:
    'No barcode: the shipment does not exist at the marketplace yet, or the carton is empty or has more than 100 items.',
} as const;
