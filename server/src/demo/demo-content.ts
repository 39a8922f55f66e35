import { type AddressInput, type PermissionKey, permissionGroups } from '@longshore/contract';

export const demoCompany = {
  name: 'Harrow Street Logistics',
  address: '1180 Harrow Street',
  city: 'Oakland',
  state: 'CA',
  postal: '94607',
  country: 'United States',
  phone: '+1 510 555 0164',
  home_country_code: 'US',
  home_address: 'https://harrowstreet.example',
  branding_name: 'Harrow Street Logistics',
  branding: 'Stored with care, shipped the same day.',
  login_bg_color: '#1a5240',
  t_primary_auth: '#1a5240',
  timezone: 'America/Los_Angeles',
  measure: 'metric',
  quick_fulfill: true,
  outbound_excel_upload_bool: true,
  ss_prefix: 'HSL-',
  // Of the range that GS1 keeps for examples.
  gs1_prefix: '9521234',
  bol_base: 410000,
  invoice_prefix: 'HSL-',
  next_inv_num: 10482,
  packing_slip_prefix: 'PS-',
  next_picking_num: 58210,
} as const;

export const demoMessages = [
  {
    title: 'Carrier cut-off moves to 3 pm from Monday',
    body: 'UPS and FedEx collect one hour earlier until January 4. Finish shipments by 2:30 pm to leave the same day.',
    daysAgo: 1,
  },
  {
    title: 'Stock count of the mezzanine on Sunday',
    body: 'Aisles M-01 to M-06 are counted on Sunday from 7 am. Picking goes on; counted rows are compared with the moment of their count.',
    daysAgo: 6,
  },
];

/** Permissions of the role Warehouse: work on the floor, not the company's finances. */
export const warehouseAccess = Object.fromEntries(
  [
    'adjust_inventory',
    'trace_history',
    'view_client_list',
    'view_client_model',
    'view_location_list',
    'create_location_model',
    'update_location_model',
    'view_license_list',
    'create_license_model',
    'update_license_model',
    'breakdown_license_model',
    'put_license_to_location',
    'move_between_license',
    'view_serial_list',
    'view_serial_model',
    'create_serial_model',
    'view_shipments_list',
    'view_shipment_model',
    'update_shipment_tracking',
    'fulfill_shipment',
    'delete_fulfillment_line',
    'update_shipment_line',
    'pack',
  ].map((key) => [key, true]),
);

const rights = (...keys: PermissionKey[]) => Object.fromEntries(keys.map((key) => [key, true]));

/** The roles of the company. */
export const demoRoles = {
  Warehouse: warehouseAccess,
  'Floor lead': {
    ...warehouseAccess,
    ...rights('void_shipment', 'delete_license_model', 'update_serial_model', 'delete_serial_model'),
    ...rights('delete_location_model', 'view_user_list', 'view_user_model'),
  },
  'Front office': {
    ...rights(
      ...permissionGroups.Client,
      ...permissionGroups.Activity,
      ...permissionGroups.Item,
      ...permissionGroups.Entry,
    ),
    ...rights('trace_history', 'view_user_list', 'view_user_model', 'create_user_model', 'update_user_model'),
    ...rights('view_shipments_list', 'view_shipment_model', 'create_courier', 'update_courier'),
  },
};

export interface DemoUser {
  name: string;
  email: string;
  avatar: string;
  daysAgo: number;
  /** Index of the client in the list of demo clients; undefined for main users. */
  client?: number;
  isSuper?: boolean;
  orderController?: boolean;
  statementReader?: boolean;
  /** A main user's role; the first one by default. */
  role?: keyof typeof demoRoles;
  disabled?: boolean;
}

export const demoUsers: DemoUser[] = [
  { name: 'Marta Oliveira', email: 'super@longshore.test', avatar: 'user_4.png', daysAgo: 990, isSuper: true },
  { name: 'Dana Reyes', email: 'staff@longshore.test', avatar: 'user_11.png', daysAgo: 975 },
  {
    name: 'Priya Nair',
    email: 'client@longshore.test',
    avatar: 'user_18.png',
    daysAgo: 640,
    client: 0,
    orderController: true,
    statementReader: true,
  },
  { name: 'Jonas Weber', email: 'viewer@longshore.test', avatar: 'user_7.png', daysAgo: 210, client: 0 },
  {
    name: 'Li Wei',
    email: 'liwei@northfield.test',
    avatar: 'user_22.png',
    daysAgo: 320,
    client: 1,
    orderController: true,
  },
  {
    name: 'Sam Okafor',
    email: 'sam@bluebird.test',
    avatar: 'user_13.png',
    daysAgo: 150,
    client: 2,
    orderController: true,
  },
  {
    name: 'Inès Laurent',
    email: 'ines@meridian.test',
    avatar: 'user_26.png',
    daysAgo: 90,
    client: 3,
    orderController: true,
  },
  { name: 'Tomasz Nowak', email: 'tomasz@harrowstreet.test', avatar: 'user_9.png', daysAgo: 700, role: 'Floor lead' },
  {
    name: 'Grace Lin 林慧',
    email: 'grace@harrowstreet.test',
    avatar: 'user_2.png',
    daysAgo: 410,
    role: 'Front office',
  },
  { name: 'Ahmed Farouk', email: 'ahmed@harrowstreet.test', avatar: 'user_16.png', daysAgo: 830, disabled: true },
  { name: 'Kofi Mensah', email: 'kofi@harrowstreet.test', avatar: 'user_15.png', daysAgo: 260 },
  { name: 'Rosa Delgado', email: 'rosa@harrowstreet.test', avatar: 'user_20.png', daysAgo: 120 },
];

export type DemoAddress = AddressInput;

export interface DemoRelation {
  name: string;
  account: string;
  email: string;
  phone: string;
  term: string;
  taxRate: number;
  courier: string;
  courierAccount: string;
  payment: 'prepaid' | 'collect' | 'third';
  note: string;
  disabled: boolean;
  addresses: DemoAddress[];
}

interface Place {
  street: string;
  city: string;
  state: string;
  stateCode: string;
  postal: string;
  country: string;
  countryCode: string;
}

const place = (line: string): Place => {
  const [street = '', city = '', state = '', stateCode = '', postal = '', country = '', countryCode = ''] =
    line.split('|');
  return { street, city, state, stateCode, postal, country, countryCode };
};

const places = [
  '418 Harvest Ln|Portland|Oregon|OR|97214|United States|US',
  '22 Mercer St|Brooklyn|New York|NY|11201|United States|US',
  '9 Quayside|Port Townsend|Washington|WA|98368|United States|US',
  'Storgata 14|Oslo|||0184|Norway|NO',
  '漕溪北路 88 号 1204 室|上海市|上海|SH|200030|China|CN',
  '1100 Port Rd, Suite 4|Savannah|Georgia|GA|31401|United States|US',
  'Rua do Século 51|Lisboa|||1200-433|Portugal|PT',
  '77 Dundas St W|Toronto|Ontario|ON|M5G 1Z3|Canada|CA',
  '2210 Portola Dr|Santa Cruz|California|CA|95062|United States|US',
  '5 Elm Ct|Newport|Rhode Island|RI|02840|United States|US',
  '310 Portland Ave|Austin|Texas|TX|78702|United States|US',
  '64 Bridge St|Portsmouth|New Hampshire|NH|03801|United States|US',
  'Pikk 33|Tallinn|||10133|Estonia|EE',
  'Kantstraße 148|Berlin|||10623|Germany|DE',
].map(place);

const terms = ['Net 30', 'Net 15', 'NA', 'Net 60', 'Due on receipt'];
const couriers = ['UPS Ground', 'FedEx 2Day', 'USPS Priority Mail', 'LTL freight', ''];

const slug = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 18) || 'contact';

/** Names are given, the rest is derived from their index: the demo is always the same. */
function relation(name: string, index: number, prefix: string): DemoRelation {
  const at = places[index % places.length] as Place;
  const payment = (['prepaid', 'prepaid', 'collect', 'third'] as const)[index % 4] ?? 'prepaid';
  return {
    name,
    account: `${prefix}-${String(1001 + index * 7)}`,
    email: index % 6 === 5 ? '' : `orders@${slug(name)}.example`,
    phone: index % 4 === 3 ? '' : `+1 555 01${String(10 + index).padStart(2, '0')}`,
    term: terms[index % terms.length] ?? 'NA',
    taxRate: at.stateCode === 'CA' ? 0.0725 : at.stateCode === 'NY' ? 0.08875 : at.stateCode === 'ON' ? 0.13 : 0,
    courier: couriers[index % couriers.length] ?? '',
    courierAccount: payment === 'prepaid' ? '' : `4R8 ${800 + index}`,
    payment,
    note: index % 5 === 0 ? 'Best before date is on each carton.' : '',
    disabled: index % 9 === 8,
    addresses: [
      {
        type: index % 3 === 0 ? 'Both' : 'Shipping',
        company: name,
        contact: ['Ruth Alder', 'Ken Ito', 'Ana Prado', 'Ole Lund', ''][index % 5] ?? '',
        phone: '',
        street1: at.street,
        street2: '',
        street3: '',
        city: at.city,
        postal_code: at.postal,
        state: at.state,
        state_code: at.stateCode,
        country: at.country,
        country_code: at.countryCode,
      },
    ],
  };
}

const relationsOf = (prefix: string, names: string) =>
  names.split(';').map((name, index) => relation(name.trim(), index, prefix));

export const demoClients = [
  {
    company: 'Kestrel Coffee Roasters',
    account: 'KC-100',
    email: 'ops@kestrelcoffee.example',
    customers: relationsOf(
      'KC',
      'Harvest Lane Market; Oak & Ember Cafés; Blue Door Hotel Group; Fjord Grocers; 环球优选; Whole Pantry Co-op; Lisbon Provisions; Sundry & Sons; Meadow & Main; Tallinn Tea House; Copper Kettle Bakery; The Morning Post Coffee Bar; Northgate Office Supply; Ridge & Vale Farm Shop; Saltwater Deli; Juniper Street Kitchen; Union Square Greenmarket; Little Owl Books & Coffee; Harbourside Catering; Pine & Poppy; Alder Creek Lodge; Quiet Corner Tearoom; 上海晨曦贸易有限公司; Stone Bridge Brewing; Wildflower Florist and Café of the Upper West Side, Incorporated in Delaware',
    ),
    vendors: relationsOf(
      'KCV',
      'Guji Growers Union; Huila Cooperativa; Cerrado Estates; Sierra Decaf Works; V60 Paper Mill; Bayline Packaging; Port of Oakland Customs Brokers',
    ),
  },
  {
    company: 'Northfield Outdoor',
    account: 'NF-200',
    email: 'warehouse@northfield.example',
    customers: relationsOf(
      'NF',
      'Summit Sports; Trailhead Supply; River & Rope; Basecamp Berlin; Lakeside Outfitters; Nordlys Friluft; Cairn Climbing Gym; 远山户外; Tidepool Kayaks; Four Seasons Camping',
    ),
    vendors: relationsOf('NFV', 'Alpine Textiles; Karabiner Works; Ningbo Tent Factory; Canvas & Co'),
  },
  {
    company: 'Bluebird Toys',
    account: 'BB-300',
    email: 'hello@bluebirdtoys.example',
    customers: relationsOf(
      'BB',
      'Kinderladen Sonnenschein; The Toy Chest; Rainbow Nursery; Puzzle Palace; 小飞象玩具; Grandma Joan; Museum Shop North',
    ),
    vendors: relationsOf('BBV', 'Beechwood Turnery; Dongguan Plush; Ink & Board Printing'),
  },
  {
    company: 'Meridian Supplements',
    account: 'MS-400',
    email: 'logistics@meridian.example',
    customers: relationsOf(
      'MS',
      'GreenLeaf Pharmacy; Vital Health Stores; Pharmacie du Marché; Peak Performance Gyms; Wellness Direct; Apotheke am Markt',
    ),
    vendors: relationsOf('MSV', 'Pacific Capsule; Nutra Labs; Glass & Cap'),
  },
];
