-- The stock of each day is the balance after the last movement of that day: read from the index alone, a day of an item
-- with a long history costs what a day of any other does. The index serves the item's story as before.
create index movements_by_item_balance on movements (inventory_id, at desc, id desc) include (item_balance);
drop index movements_by_item;
alter index movements_by_item_balance rename to movements_by_item;
