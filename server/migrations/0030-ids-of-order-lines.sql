-- The ids of a new order's lines are taken before they are written, so that the order is answered without reading it back.
grant usage on sequence order_lines_id_seq to app_client, app_staff;
