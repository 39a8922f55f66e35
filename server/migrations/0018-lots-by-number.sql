-- A scanned lot number is looked up without knowing its item.
create index lots_by_number on lots (client_id, lower(lot_number));
