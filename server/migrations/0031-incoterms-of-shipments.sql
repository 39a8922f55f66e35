-- The Incoterm of a shipment with its named place, for the commercial invoice.

alter table shipments
  add column incoterm text not null default ''
    check (incoterm in ('', 'EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  add column incoterm_place text not null default '',
  add constraint shipments_incoterm_place check ((incoterm = '') = (incoterm_place = ''));
