-- What every warehouse starts with; a company changes it as it likes.
insert into uoms (name) values ('Unit'), ('Pack'), ('Bag'), ('Carton'), ('Pallet'), ('Sku'), ('Order'), ('Cubic');
insert into terms (name, description) values
  ('Due on receipt', 'Payable at once'),
  ('Net 15', 'Payable within 15 days'),
  ('Net 30', 'Payable within 30 days'),
  ('Net 60', 'Payable within 60 days'),
  ('Prepaid', 'Paid before shipping');
insert into taxes (name, rate) values ('No tax', 0);
insert into couriers (name) values ('UPS Ground'), ('UPS 2nd Day Air'), ('FedEx Ground'), ('FedEx 2Day'), ('USPS Priority Mail'), ('DHL Express'), ('LTL freight'), ('Customer pick-up');
insert into packages (name, length, width, height, weight) values
  ('Small box', 20, 15, 10, 0.2), ('Medium box', 35, 25, 20, 0.4), ('Large box', 50, 40, 35, 0.8), ('Pallet', 120, 100, 15, 22);
