import { z } from 'zod';
import { moment, moneyAmount, optionalText } from '../read-answer.ts';

/** What both generations of the API say, in one form. */
export interface ZaloraUnit {
  id: string;
  status: string;
  sku: string;
  name: string;
  price: number | null;
  /** `dropshipping`, `crossdocking` …; `warehouse` is the marketplace's own. */
  shipmentType: string;
  /** The method that the marketplace has decided; empty when it has not. */
  crossdockingDelivery: string;
  preselectedProvider: string;
  trackingCode: string;
  updatedAt: Date | null;
}

export interface ZaloraAddress {
  firstName: string;
  lastName: string;
  lines: string[];
  city: string;
  region: string;
  postCode: string;
  country: string;
  phone: string;
  email: string;
}

export interface ZaloraOrder {
  id: string;
  number: string;
  createdAt: Date;
  updatedAt: Date;
  customer: { firstName: string; lastName: string };
  shipping: ZaloraAddress | null;
  billing: ZaloraAddress | null;
  deliveryInfo: string;
  remarks: string;
  currency: string;
  units: ZaloraUnit[];
}

export interface ZaloraPackage {
  id: string;
  unitIds: string[];
}

export interface ZaloraProvider {
  name: string;
  isDefault: boolean;
  isIntegrated: boolean;
  isActive: boolean;
  url: string;
}

const id = z.union([z.number(), z.string()]).transform(String);
const texts = z
  .array(z.union([z.string(), z.number()]).nullish())
  .nullish()
  .transform((all) => (all ?? []).map((text) => String(text ?? '')).filter(Boolean));
const named = z.looseObject({ name: optionalText }).nullish();

const RestAddress = z
  .looseObject({
    firstName: optionalText,
    lastName: optionalText,
    phone: texts,
    address: texts,
    email: optionalText,
    city: optionalText,
    region: optionalText,
    postCode: optionalText,
    country: optionalText,
  })
  .transform(
    ({ phone, address, ...rest }): ZaloraAddress => ({
      ...rest,
      phone: phone[0] ?? '',
      lines: address,
    }),
  );

const RestItem = z
  .looseObject({
    id,
    status: z.string(),
    product: z.looseObject({ sellerSku: optionalText, name: optionalText }),
    unitPrice: moneyAmount,
    shipment: z.looseObject({
      type: optionalText,
      crossdockingDeliveryType: optionalText,
      preProvider: named,
      trackingCode: optionalText,
    }),
    updatedAt: moment.nullish(),
  })
  .transform(
    ({ id: unitId, status, product, unitPrice, shipment, updatedAt }): ZaloraUnit => ({
      id: unitId,
      status,
      sku: product.sellerSku,
      name: product.name,
      price: unitPrice,
      shipmentType: shipment.type,
      crossdockingDelivery: shipment.crossdockingDeliveryType,
      preselectedProvider: shipment.preProvider?.name ?? '',
      trackingCode: shipment.trackingCode,
      updatedAt: updatedAt ?? null,
    }),
  );

export const RestOrderShape = z
  .looseObject({
    id,
    number: z.union([z.string(), z.number()]).transform(String),
    createdAt: moment,
    updatedAt: moment.nullish(),
    customer: z.looseObject({ firstName: optionalText, lastName: optionalText }).nullish(),
    address: z.looseObject({ shipping: RestAddress.nullish(), billing: RestAddress.nullish() }).nullish(),
    deliveryInfo: optionalText,
    remarks: optionalText,
    currency: optionalText,
    items: z.array(RestItem),
  })
  .transform(
    (order): ZaloraOrder => ({
      id: order.id,
      number: order.number,
      createdAt: order.createdAt,
      updatedAt: order.updatedAt ?? order.createdAt,
      customer: { firstName: order.customer?.firstName ?? '', lastName: order.customer?.lastName ?? '' },
      shipping: order.address?.shipping ?? null,
      billing: order.address?.billing ?? null,
      deliveryInfo: order.deliveryInfo,
      remarks: order.remarks,
      currency: order.currency,
      units: order.items,
    }),
  );

export const RestOrdersShape = z.looseObject({
  items: z.array(RestOrderShape),
  pagination: z.looseObject({ hasNext: z.boolean().nullish() }).nullish(),
});

export const RestPackagesShape = z.array(
  z
    .looseObject({ id, orderItemIds: z.array(id) })
    .transform(({ id: packageId, orderItemIds }): ZaloraPackage => ({ id: packageId, unitIds: orderItemIds })),
);

export const RestProvidersShape = z.array(
  z
    .looseObject({
      name: z.string(),
      default: z.boolean().nullish(),
      apiIntegrationAvailable: z.boolean().nullish(),
      status: z.boolean().nullish(),
      url: optionalText,
    })
    .transform(
      (row): ZaloraProvider => ({
        name: row.name,
        isDefault: row.default ?? false,
        isIntegrated: row.apiIntegrationAvailable ?? false,
        isActive: row.status ?? true,
        url: row.url,
      }),
    ),
);

export const RestChangedShape = z.looseObject({ orderItemIds: z.array(id) });

export const RestExportShape = z.looseObject({
  id,
  status: z.string(),
  downloadLinks: texts,
  exportContent: optionalText,
  note: optionalText,
});
export type RestExport = z.output<typeof RestExportShape>;

/** A row for each event, or a webhook with its events. */
export const RestWebhooksShape = z
  .looseObject({
    items: z.array(z.looseObject({ url: optionalText, callbackUrl: optionalText, event: optionalText, events: texts })),
  })
  .transform(({ items }) =>
    items.map(({ url, callbackUrl, event, events }) => ({
      url: url || callbackUrl,
      events: [...events, event].filter(Boolean),
    })),
  );

export const RestSellerShape = z.looseObject({ name: optionalText, companyName: optionalText, email: optionalText });

/** What was a list in XML: one row is an object, none is an empty text. */
const listOf = <Row extends z.ZodType>(name: string, row: Row) =>
  z
    .union([z.literal(''), z.null(), z.record(z.string(), z.unknown())])
    .optional()
    .transform((value): unknown => {
      const rows = value ? value[name] : undefined;
      return rows === undefined || rows === '' || rows === null ? [] : [rows].flat();
    })
    .pipe(z.array(row));

const ClassicAddress = z
  .looseObject({
    FirstName: optionalText,
    LastName: optionalText,
    Phone: optionalText,
    Address1: optionalText,
    Address2: optionalText,
    Address3: optionalText,
    Address4: optionalText,
    Address5: optionalText,
    CustomerEmail: optionalText,
    City: optionalText,
    Region: optionalText,
    PostCode: optionalText,
    Country: optionalText,
  })
  .transform(
    (row): ZaloraAddress => ({
      firstName: row.FirstName,
      lastName: row.LastName,
      lines: [row.Address1, row.Address2, row.Address3, row.Address4, row.Address5].filter(Boolean),
      city: row.City,
      region: row.Region,
      postCode: row.PostCode,
      country: row.Country,
      phone: row.Phone,
      email: row.CustomerEmail,
    }),
  );

const ClassicOrder = z.looseObject({
  OrderId: id,
  OrderNumber: id,
  CustomerFirstName: optionalText,
  CustomerLastName: optionalText,
  DeliveryInfo: optionalText,
  Remarks: optionalText,
  CreatedAt: moment,
  UpdatedAt: moment,
  AddressShipping: ClassicAddress.nullish(),
  AddressBilling: ClassicAddress.nullish(),
});

export const ClassicOrdersShape = z.looseObject({ Orders: listOf('Order', ClassicOrder) });

const SHIPMENT_TYPES: Readonly<Record<string, string>> = {
  'own warehouse': 'warehouse',
  dropshipping: 'dropshipping',
  'cross-docking': 'crossdocking',
  crossdocking: 'crossdocking',
};

const ClassicItem = z
  .looseObject({
    OrderItemId: id,
    Status: z.string(),
    Sku: optionalText,
    Name: optionalText,
    ItemPrice: moneyAmount,
    Currency: optionalText,
    ShippingType: optionalText,
    TrackingCode: optionalText,
    PackageId: z
      .union([z.string(), z.number()])
      .nullish()
      .transform((value) => String(value ?? '')),
    UpdatedAt: moment.nullish(),
  })
  .transform((row) => {
    const unit: ZaloraUnit = {
      id: row.OrderItemId,
      status: row.Status,
      sku: row.Sku,
      name: row.Name,
      price: row.ItemPrice,
      shipmentType: SHIPMENT_TYPES[row.ShippingType.toLowerCase()] ?? 'dropshipping',
      crossdockingDelivery: '',
      preselectedProvider: '',
      trackingCode: row.TrackingCode,
      updatedAt: row.UpdatedAt ?? null,
    };
    return { unit, currency: row.Currency, packageId: row.PackageId };
  });

export const ClassicItemsShape = z.looseObject({ OrderItems: listOf('OrderItem', ClassicItem) });
export const ClassicManyItemsShape = z.looseObject({
  Orders: listOf('Order', z.looseObject({ OrderId: id, OrderItems: listOf('OrderItem', ClassicItem) })),
});

const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';
export const ClassicProvidersShape = z.looseObject({
  ShipmentProviders: listOf(
    'ShipmentProvider',
    z
      .looseObject({ Name: z.string(), Default: z.unknown(), ApiIntegration: z.unknown(), TrackingUrl: optionalText })
      .transform(
        (row): ZaloraProvider => ({
          name: row.Name,
          isDefault: isYes(row.Default),
          isIntegrated: isYes(row.ApiIntegration),
          isActive: true,
          url: row.TrackingUrl,
        }),
      ),
  ),
});

export const ClassicDocumentShape = z.looseObject({
  Documents: listOf('Document', z.looseObject({ MimeType: optionalText, File: z.string().min(1) })),
});

export const ClassicWebhooksShape = z
  .looseObject({
    Webhooks: listOf('Webhook', z.looseObject({ CallbackUrl: optionalText, Events: listOf('Event', z.string()) })),
  })
  .transform(({ Webhooks }) => Webhooks.map(({ CallbackUrl, Events }) => ({ url: CallbackUrl, events: Events })));

/** The two forms of a classic answer. */
export const ClassicAnswerShape = z.union([
  z.looseObject({ SuccessResponse: z.looseObject({ Body: z.unknown() }) }),
  z.looseObject({
    ErrorResponse: z.looseObject({ Head: z.looseObject({ ErrorCode: id, ErrorMessage: optionalText }) }),
  }),
]);
