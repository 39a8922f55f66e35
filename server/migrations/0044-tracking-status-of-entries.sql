-- How far a shipment is, is the status of its newest tracking entry; nothing ever wrote this column.
alter table shipments drop column tracking_status;
