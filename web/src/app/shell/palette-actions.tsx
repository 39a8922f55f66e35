import {
  type Access,
  api,
  type Inventory,
  type InventoryOption,
  NO_LICENSE,
  NO_LOT,
  ORDER_TYPES,
} from '@longshore/contract';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconAdjustments,
  IconArrowsExchange,
  IconInfoCircle,
  IconLogout,
  IconPackageImport,
  IconPlus,
} from '@tabler/icons-react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { requestSwitch } from '../../ui/switch-client.tsx';
import { type Command, parseCommand } from './palette-commands.ts';
import type { Choice } from './palette-types.ts';
import { requestSignOut } from './sign-out.tsx';

const DEBOUNCE_MS = 120;
const NOTHING = { choices: [] as Choice[], isSearching: false };

/** Creating a record: its form's page, or the list whose button opens a dialog. */
const CREATIONS: readonly { label: PlainKey; access: Access; href: string; press?: string }[] = [
  { label: 'inventory.make', access: api.inventories.create.access, href: '/inventories/new/action/edit' },
  {
    label: 'relations.customer.make',
    access: api.relations.create.access,
    href: '/relations/customer/new/action/edit',
  },
  { label: 'relations.vendor.make', access: api.relations.create.access, href: '/relations/vendor/new/action/edit' },
  { label: 'licenses.make', access: api.licenses.create.access, href: '/licenses/on_page%3D1', press: 'c' },
  { label: 'serials.make', access: api.serials.create.access, href: '/serials/new/action/edit' },
  { label: 'counts.make', access: api.counts.create.access, href: '/counts/on_page%3D1', press: 'c' },
  { label: 'clients.make', access: api.clients.create.access, href: '/clients/new/action/edit' },
  { label: 'locations.make', access: api.locations.create.access, href: '/locations/on_page%3D1', press: 'c' },
  { label: 'users.make', access: api.users.create.access, href: '/users/new/action/edit' },
  ...ORDER_TYPES.map((type) => ({
    label: `orders.types.${type}.create` as const,
    access: api.orders.create.access,
    href: `/orders/${type.replace(' ', '-')}/new/action/edit`,
  })),
  {
    label: 'billing.entries.make',
    access: api.billingEntries.create.access,
    href: '/billing/entries/action/type%3Dmanual',
  },
  {
    label: 'billing.activities.make',
    access: api.billingActivities.create.access,
    href: '/billing/activities/new/action/edit',
  },
  {
    label: 'billing.items.make',
    access: api.billingItems.create.access,
    href: '/billing/items/on_page%3D1',
    press: 'c',
  },
];

/** The command that was typed, in the user's language. */
export function useCommand(text: string): Command | undefined {
  const t = useText();
  return parseCommand(text, {
    adjust: t('shell.commandWords.adjust'),
    put: t('shell.commandWords.put'),
    into: t('shell.commandWords.into'),
    switchTo: t('shell.commandWords.switchTo'),
  });
}

const information = (title: string): Choice => ({
  key: title,
  title,
  description: '',
  icon: <IconInfoCircle size={17} stroke={1.7} />,
});

/** What can be created, the commands as examples to complete, and signing out. */
function useOffered(search: string): Choice[] {
  const t = useText();
  const { can } = useSession();
  const words = search.toLowerCase().split(/\s+/);
  const isMeant = (title: string) => words.every((word) => title.toLowerCase().includes(word));
  const creations = CREATIONS.filter(({ access }) => can(access)).map(({ label, href, press }) => ({
    key: `create ${href}`,
    title: t(label),
    description: '',
    icon: <IconPlus size={17} stroke={1.7} />,
    effect: { href, ...(press ? { press } : {}) },
  }));
  const example = (
    access: Access,
    title: PlainKey,
    shown: PlainKey,
    fill: PlainKey,
    Icon: typeof IconPlus,
  ): Choice[] =>
    can(access)
      ? [
          {
            key: title,
            title: t(title),
            description: t(shown),
            effect: { fill: t(fill) },
            icon: <Icon size={17} stroke={1.7} />,
          },
        ]
      : [];
  const examples = [
    ...example(
      api.stock.adjust.access,
      'shell.adjustStock',
      'shell.adjustExample',
      'shell.adjustFill',
      IconAdjustments,
    ),
    ...example(api.licenses.move.access, 'shell.putPlate', 'shell.putExample', 'shell.putFill', IconPackageImport),
    ...example(
      api.session.switchClient.access,
      'shell.switchTo',
      'shell.switchExample',
      'shell.switchFill',
      IconArrowsExchange,
    ),
  ];
  const signingOut: Choice = {
    key: 'sign out',
    title: t('shell.signOut'),
    description: '',
    effect: { run: requestSignOut },
    icon: <IconLogout size={17} stroke={1.7} />,
  };
  return [...creations, ...examples, signingOut].filter(({ title, description }) => isMeant(`${title} ${description}`));
}

interface Place {
  license: string;
  lotId: number | null;
  before: number;
  name: string;
}

/** The places an item can be adjusted at: its pristine rows, or no plate when there is no stock yet. */
function usePlaces() {
  const t = useText();
  return ({ stock, config }: Inventory): Place[] => {
    const rows = stock.filter(({ quarantine }) => quarantine === 0);
    if (rows.length === 0 && config.lot === 0)
      return [{ license: '', lotId: null, before: 0, name: t('inventory.noPlate') }];
    return rows.map(({ license, lot_id, lot_number, locations: [bin], total }) => {
      const plate = license === NO_LICENSE ? '' : license;
      const lot = lot_number === NO_LOT ? '' : lot_number;
      const name = [plate || t('inventory.noPlate'), bin?.location, lot].filter(Boolean).join(' · ');
      return { license: plate, lotId: lot_id, before: total, name };
    });
  };
}

const codesOf = ({ inventory: { sku, upc, barcode_1, barcode_2 } }: InventoryOption) =>
  [sku, upc, barcode_1, barcode_2].map((code) => code.toLowerCase());

/** `adjust SKU −4`: a choice for each place that has enough. */
function useAdjustment(command: Command | undefined) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const placesOf = usePlaces();
  const adjustment = command?.kind === 'adjust' && can(api.stock.adjust.access) ? command : undefined;
  const [search] = useDebouncedValue(adjustment?.code ?? '', DEBOUNCE_MS);
  const body = { search, canSearchKit: 0 } as const;
  const found = useRead(api.inventories.selector, { body }, { enabled: search !== '' });
  if (!adjustment) return NOTHING;
  if (search !== adjustment.code || found.isFetching) return { choices: [], isSearching: true };
  const { quantity, code } = adjustment;
  const exact = found.data?.filter((option) => codesOf(option).includes(code.toLowerCase())) ?? [];
  const items = (exact.length ? exact : (found.data ?? [])).map(({ inventory }) => inventory);
  const choices = items.flatMap((item): Choice[] => {
    const title = t('shell.adjustBy', { sku: item.sku, quantity: format.number(quantity, { signDisplay: 'always' }) });
    const icon = <IconAdjustments size={17} stroke={1.7} />;
    const places = item.config.serial === 1 ? [] : placesOf(item).filter(({ before }) => before + quantity >= 0);
    // A new lot, a serial bucket or too few units: decided on the item's page, which shows what there is.
    if (places.length === 0) {
      const href = `/inventories/${item.id}/action/view`;
      return [{ key: `adjust ${item.id}`, title, icon, effect: { href }, description: t('shell.adjustOnPage') }];
    }
    return places.map(({ name, before, license, lotId }) => {
      const after = before + quantity;
      const change = { what: name, before: format.number(before), after: format.number(after) };
      const sent = { inventory_id: item.id, client_id: item.client_id, license, lotId, qty: quantity };
      return {
        key: `adjust ${item.id} ${license} ${lotId}`,
        title,
        icon,
        description: t('shell.change', change),
        effect: { confirm: { kind: 'adjust', title, change, unit: item.base_uom, body: sent } },
      };
    });
  });
  return { choices: choices.length ? choices : [information(t('shell.noItem', { code }))], isSearching: false };
}

/** `adjust KC-ETH`: the items that it may be, to be completed with the change. */
function useAdjustedItem(command: Command | undefined) {
  const t = useText();
  const { can } = useSession();
  const adjusted = command?.kind === 'adjust item' && can(api.stock.adjust.access) ? command : undefined;
  const [search] = useDebouncedValue(adjusted?.code ?? '', DEBOUNCE_MS);
  const found = useRead(
    api.inventories.selector,
    { body: { search, canSearchKit: 0 } },
    { enabled: search !== '', keepPrevious: true },
  );
  if (!adjusted) return NOTHING;
  const choices = (found.data ?? []).map(
    ({ inventory: { id, sku, name, in_stock } }): Choice => ({
      key: `adjust item ${id}`,
      title: t('shell.adjustItem', { sku }),
      description: [name, t('shell.adjustItemHint')].filter(Boolean).join(' · '),
      quantity: in_stock ?? undefined,
      icon: <IconAdjustments size={17} stroke={1.7} />,
      effect: { fill: t('shell.adjustItemFill', { sku }) },
    }),
  );
  return { choices, isSearching: found.isFetching || search !== adjusted.code };
}

/** `put LP-0012 in A-04-2`: from the bin it is in now. */
function usePutting(command: Command | undefined) {
  const t = useText();
  const { can } = useSession();
  const mayPut = can(api.licenses.move.access) && can(api.licenses.list.access) && can(api.locations.list.access);
  const putting = command?.kind === 'put' && mayPut ? command : undefined;
  const [typed] = useDebouncedValue(putting ? `${putting.license}\n${putting.location}` : '', DEBOUNCE_MS);
  const [license = '', location = ''] = typed.split('\n');
  const plate = useRead(
    api.licenses.list,
    { query: { filter_by: { license: [license] }, per_page: 1 } },
    { enabled: typed !== '', keepPrevious: false },
  );
  const bins = useRead(
    api.locations.list,
    { query: { search: location, per_page: 50 } },
    { enabled: typed !== '', keepPrevious: false },
  );
  if (!putting) return NOTHING;
  const isTyping = license !== putting.license || location !== putting.location;
  if (isTyping || plate.isFetching || bins.isFetching) return { choices: [], isSearching: true };
  const [record] = plate.data?.records ?? [];
  const bin = bins.data?.records.find((each) => each.location.toLowerCase() === location.toLowerCase());
  if (!record) return { choices: [information(t('shell.noPlate', { license }))], isSearching: false };
  if (!bin) return { choices: [information(t('shell.noLocation', { location }))], isSearching: false };
  const title = t('shell.putIn', { license: record.license, location: bin.location });
  const change = {
    what: record.license,
    before: record.location || t('inventory.noLocation'),
    after: bin.location,
  };
  const body = { license: record.license, location: bin.location };
  const choice: Choice = {
    key: `put ${record.id}`,
    title,
    description: t('shell.change', change),
    icon: <IconPackageImport size={17} stroke={1.7} />,
    effect: { confirm: { kind: 'put', title, change, unit: '', body } },
  };
  return { choices: [choice], isSearching: false };
}

/** `switch to …`: the clients this user may work for. */
function useSwitching(command: Command | undefined) {
  const t = useText();
  const { can, user } = useSession();
  const switching = command?.kind === 'switch' && can(api.session.switchClient.access) ? command : undefined;
  const [search] = useDebouncedValue(switching?.search, DEBOUNCE_MS);
  const found = useRead(
    api.clients.selector,
    { body: { search: search ?? '' } },
    { enabled: search !== undefined, keepPrevious: true },
  );
  if (!switching) return NOTHING;
  const clients = (found.data ?? []).filter(({ id }) => id !== user.working_client?.id);
  const choices = clients.map(
    ({ id, company, account }): Choice => ({
      key: `switch ${id}`,
      title: t('shell.switchToClient', { client: company }),
      description: account,
      icon: <IconArrowsExchange size={17} stroke={1.7} />,
      effect: { run: () => requestSwitch({ id, company }) },
    }),
  );
  return { choices, isSearching: found.isFetching || search !== switching.search };
}

/** What the palette can do for a text. Only what this user may do is offered. */
export function useActions(text: string): { choices: Choice[]; isSearching: boolean } {
  const command = useCommand(text);
  const offered = useOffered(text);
  const results = [useAdjustment(command), useAdjustedItem(command), usePutting(command), useSwitching(command)];
  return {
    choices: [...results.flatMap(({ choices }) => choices), ...(command ? [] : offered)],
    isSearching: results.some(({ isSearching }) => isSearching),
  };
}
