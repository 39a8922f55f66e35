import { z } from 'zod';
import { moneyAmount, optionalText } from '../read-answer.ts';

const id = z.union([z.number(), z.string()]).transform(String);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

const Address = z.looseObject({
  name: optionalText,
  company: optionalText,
  street1: optionalText,
  street2: optionalText,
  street3: optionalText,
  city: optionalText,
  state: optionalText,
  postalCode: optionalText,
  country: optionalText,
  phone: optionalText,
});
export type SsAddress = z.output<typeof Address>;

const Item = z.looseObject({
  orderItemId: id,
  sku: optionalText,
  name: optionalText,
  quantity: z.number(),
  unitPrice: moneyAmount,
  adjustment: flag,
});

const AdvancedOptions = z.looseObject({
  storeId: id.nullish(),
  mergedIds: z
    .array(id)
    .nullish()
    .transform((ids) => ids ?? []),
});

export const SsOrderShape = z.looseObject({
  orderId: id,
  orderNumber: optionalText,
  orderKey: optionalText,
  orderStatus: z.string(),
  /** Pacific times, without an offset. */
  orderDate: optionalText,
  createDate: optionalText,
  modifyDate: z.string(),
  customerEmail: optionalText,
  billTo: Address.nullish(),
  shipTo: Address.nullish(),
  items: z
    .array(Item)
    .nullish()
    .transform((rows) => rows ?? []),
  customerNotes: optionalText,
  giftMessage: optionalText,
  requestedShippingService: optionalText,
  advancedOptions: AdvancedOptions.nullish(),
});
export type SsOrder = z.output<typeof SsOrderShape>;

const counted = { total: z.number().nullish(), page: z.number().nullish(), pages: z.number() };
export const SsOrdersShape = z.looseObject({ ...counted, orders: z.array(SsOrderShape) });

const Coded = z.looseObject({ code: z.string(), name: optionalText });
export const SsCarriersShape = z.array(Coded);
export const SsServicesShape = z.array(Coded);
export const SsPackagesShape = z.array(Coded);
export const SsWarehousesShape = z.array(
  z.looseObject({ warehouseId: id, warehouseName: optionalText, originAddress: Address.nullish() }),
);
export type SsWarehouse = z.output<typeof SsWarehousesShape>[number];

export const SsPushedShape = z.looseObject({ orderId: id });
export const SsManyPushedShape = z.looseObject({
  results: z.array(
    z.looseObject({
      orderId: id.nullish().transform((value) => value ?? ''),
      orderKey: optionalText,
      success: z.boolean(),
      errorMessage: optionalText,
    }),
  ),
});

export const SsLabelsShape = z.looseObject({
  pages: z.number(),
  shipments: z.array(
    z.looseObject({
      shipmentId: id,
      orderId: id,
      trackingNumber: optionalText,
      carrierCode: optionalText,
      serviceCode: optionalText,
      shipmentCost: moneyAmount,
      insuranceCost: moneyAmount,
      shipDate: optionalText,
      voided: flag,
      isReturnLabel: flag,
    }),
  ),
});
export type SsLabel = z.output<typeof SsLabelsShape>['shipments'][number];

const Shipped = { trackingNumber: optionalText, voided: flag };
export const SsShipmentsShape = z.looseObject({
  ...counted,
  shipments: z.array(z.looseObject({ ...Shipped, shipmentId: id })),
});
export const SsFulfillmentsShape = z.looseObject({
  ...counted,
  fulfillments: z.array(z.looseObject({ ...Shipped, fulfillmentId: id })),
});

/** A parcel that ShipStation knows of: a label that was bought there, or an order that was marked as shipped. */
export interface SsParcel {
  /** `fulfilment:7` or `label:7`. */
  id: string;
  trackingNumber: string;
  voided: boolean;
}

export const SsStoresShape = z.array(
  z.looseObject({ storeId: id, storeName: optionalText, marketplaceName: optionalText, active: flag }),
);
export type SsStore = z.output<typeof SsStoresShape>[number];

export const SsWebhooksShape = z.looseObject({
  webhooks: z
    .array(
      z.looseObject({
        WebHookID: id,
        HookType: optionalText,
        Url: optionalText,
        StoreID: id.nullish().transform((store) => store ?? ''),
        Active: z.boolean().nullish(),
      }),
    )
    .nullish()
    .transform((rows) => rows ?? []),
});

/** Today's page and an older one name the id of a new webhook differently. */
export const SsSubscribedShape = z.union([z.looseObject({ WebHookID: id }), z.looseObject({ id })]);

export const SsHookShape = z.looseObject({ resource_type: z.string() });
