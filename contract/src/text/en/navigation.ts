/** Names of screens, in the sidebar and on the screens themselves; the other names are in `shell`. */
export const navigation = {
  exceptions: 'Exceptions',
  reports: 'Reports',
  billing: 'Billing',
  entries: 'Billing entries',
  unbilled: 'Unbilled',
  statements: 'Statements',
  activities: 'Billing activities',
  billingItems: 'Billing items',
  billingReports: 'Billing reports',
  accrual: 'Accrual',
  orders: {
    'Customer Order': 'Customer orders',
    'Vendor Order': 'Vendor orders',
    'Customer Return': 'Customer returns',
    'Vendor Return': 'Vendor returns',
  },
  shipments: { inbound: 'Receiving', outbound: 'Shipping' },
  waves: 'Waves',
  carts: 'Carts',
  totes: 'Totes',
  ofClient: { inbound: 'Deliveries', outbound: 'Shipments' },
};
