-- The doctor asks for the document of every receipt and shipment in the ledger. The demo of earlier releases had a history
-- without documents, and nothing else wrote such movements: they are marked, so that the doctor leaves them alone.
update movements set cause = 'before documents' where kind in ('receive', 'ship') and cause = '';
