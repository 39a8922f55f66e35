import type { ExternalAddress } from '../../modules/channels/index.ts';
import type { FreightCargo, FreightOrder } from '../../modules/shipping/index.ts';

const sentAddress = (address: ExternalAddress) => ({
  name: address.name || address.company,
  company: address.company,
  street1: address.street1,
  street2: address.street2,
  city: address.city,
  state: address.stateCode || address.state,
  postalCode: address.postalCode,
  country: address.countryCode,
  phone: address.phone,
});

const sentCargo = (cargo: FreightCargo) => ({
  pieces: cargo.pieces,
  weight: Number(cargo.weight),
  unit: cargo.unit,
  l: Number(cargo.length),
  w: Number(cargo.width),
  h: Number(cargo.height),
  distanceUnit: cargo.distanceUnit,
  description: cargo.description,
  hsCode: cargo.hsCode,
  value: Number(cargo.value),
});

export const bookingBody = (order: FreightOrder) => ({
  customerId: order.customerId,
  userEmail: order.userEmail,
  currency: order.currency,
  serviceName: order.serviceName,
  quoteType: order.quoteType,
  incoCode: order.incoCode,
  transportMode: order.transportMode,
  reference: order.reference,
  readyDate: order.readyOn,
  from: sentAddress(order.from),
  to: sentAddress(order.to),
  cargo: order.cargo.map(sentCargo),
  callback: order.callback,
});
