import { api, type InventoryOption, itemCodes } from '@longshore/contract';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { call, useRead } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { FRAGMENT_MIN, SEARCH_WAIT_MS } from '../../lib/search-terms.ts';
import { type PlainKey, type Translate, useText } from '../../lib/text/text.ts';
import { Mono } from '../../ui/mono.tsx';
import { describeScan, lookUp } from '../../ui/scan/look-up.ts';
import { playTone } from '../../ui/scan/scan-tone.ts';
import { TAKES_SCANS } from '../../ui/scan/text-fields.ts';
import { useKeysElsewhere } from '../../ui/scan/use-scan.tsx';
import css from './inventory.module.css';

interface PickerProps {
  label: PlainKey;
  /** Those already chosen. */
  excepts?: number[];
  kits?: boolean;
  /** Of another client than the one worked for. */
  clientId?: number;
  /** The first thing a form asks for. */
  autoFocus?: boolean;
  /** As a field of a form: where a refusal puts the focus, and what it says. */
  id?: string;
  error?: string | undefined;
  /** What is shown below the field while there is nothing else to say. */
  hint?: string;
  /** Reads what comes before the code: `24*` for 24 units. */
  readScan?: ReadScan;
  /** What is typed outside of fields on its screen goes here. */
  keysElsewhere?: boolean;
  /** To focus the field, and to look up a scan that went into another one. */
  handle?: Ref<PickerHandle>;
  /** `isListed`: it was chosen from the list. After a code the focus stays here: the next one may be on its way. */
  onPick: (option: InventoryOption, quantity: number | undefined, isListed: boolean) => void;
  /** Why a scan was refused, for a screen on which the text below the field may be out of sight. */
  onRefused?: (why: string) => void;
}

export interface PickerHandle {
  focus: () => void;
  scan: (code: string) => void;
}

type ReadScan = (text: string) => { code: string; quantity: number | undefined };
const asTyped: ReadScan = (text) => ({ code: text.trim(), quantity: undefined });

interface Question {
  search: string;
  excepts: number[];
  canSearchKit: 0 | 1;
  cid?: number;
}

const codesOf = ({ inventory }: InventoryOption) =>
  [inventory.sku, inventory.upc, inventory.barcode_1, inventory.barcode_2].map((code) => code.toLowerCase());

/**
 * The item that has exactly this code, or the only match when the person has seen it in the list: a code that only
 * resembles an item's must not choose it. Without a match, `reason` says what the code is instead; both are missing
 * when the call failed.
 */
async function findItem(
  body: Question,
  { isTyped, isShown }: Origin,
  t: Translate,
): Promise<{ match?: InventoryOption; reason?: string }> {
  try {
    const answer = await call(api.inventories.selector, { body });
    const codes = itemCodes(body.search).map((code) => code.toLowerCase());
    const exact = answer.find((option) => codesOf(option).some((code) => codes.includes(code)));
    const match = exact ?? (isShown && answer.length === 1 ? answer[0] : undefined);
    if (match) {
      playTone('good');
      return { match };
    }
    playTone('bad');
    if (isTyped && answer.length > 0) return { reason: t('inventory.notExactly', { search: body.search }) };
    // It may be an item that is already chosen or inactive: that is explained below the field.
    const hits = await lookUp(body.search);
    if (hits.some(({ kind }) => kind === 'item' || kind === 'kit')) return { reason: '' };
    return { reason: [describeScan(body.search, hits, t), t('scan.expected.item')].join(' ') };
  } catch (error) {
    showFailure(error);
    return {};
  }
}

/** Where a code came from. */
interface Origin {
  /** Into the field, by keys: it may be half of what a person looks for. */
  isTyped: boolean;
  /** The list shows what it finds. */
  isShown: boolean;
}
const SCANNED: Origin = { isTyped: false, isShown: false };

const NOTHING_MISSED = { missed: '', reason: '' };

interface ScanHandlers {
  ask: (code: string) => Question;
  onFound: (option: InventoryOption, scanned: string) => void;
  onRefused: ((why: string) => void) | undefined;
}

/**
 * Looks a code up at once, because a scanner does not wait for the list: its Enter starts the search. Codes are taken
 * one after the other, each with what the one before has changed.
 */
function useItemScan(readScan: ReadScan, handlers: ScanHandlers) {
  const t = useText();
  const [failure, setFailure] = useState(NOTHING_MISSED);
  const latest = useRef(handlers);
  latest.current = handlers;
  const lookUps = useRef<Promise<void>>(Promise.resolve());
  const take = async (scanned: string, origin: Origin) => {
    const { code } = readScan(scanned);
    const { match, reason } = await findItem(latest.current.ask(code), origin, t);
    if (match) return latest.current.onFound(match, scanned);
    if (reason === undefined) return;
    setFailure({ missed: reason ? '' : code, reason });
    latest.current.onRefused?.(reason || t('inventory.nothingFound', { search: code }));
  };
  const scan = (scanned: string, origin: Origin) => {
    lookUps.current = lookUps.current.then(() => take(scanned, origin)).catch(showFailure);
  };
  return { ...failure, scan, clear: () => setFailure(NOTHING_MISSED) };
}

/** What is offered for a typed text once it has not changed for a while; `nothingFor` is a text that finds nothing. */
function useOptions(text: string, ask: (text: string) => { body: Question }) {
  const [asked] = useDebouncedValue(text, SEARCH_WAIT_MS);
  const enabled = asked.length >= FRAGMENT_MIN && asked === text;
  const { data, isSuccess } = useRead(api.inventories.selector, ask(asked), { enabled });
  const options = enabled ? (data ?? []) : [];
  return { options, nothingFor: enabled && isSuccess && options.length === 0 ? asked : '' };
}

/** Finds an item by three characters of its name or codes, or at once by a scan, and stays ready for the next. */
export function ItemPicker(props: PickerProps) {
  const { label, excepts = [], kits = true, clientId, autoFocus, id, error, readScan = asTyped, onPick } = props;
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const question = (text: string) => ({
    body: { search: text, excepts, canSearchKit: kits ? 1 : 0, ...(clientId ? { cid: clientId } : {}) } as const,
  });
  const { options, nothingFor } = useOptions(readScan(search).code, question);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });

  const pick = (option: InventoryOption, scanned: string, isListed: boolean) => {
    // The next scan may be half written by now.
    setSearch((now) => (now === scanned ? '' : now));
    scanning.clear();
    box.closeDropdown();
    onPick(option, readScan(scanned).quantity, isListed);
  };
  const ask = (text: string) => question(text).body;
  const scanning = useItemScan(readScan, {
    ask,
    onFound: (option, scanned) => pick(option, scanned, false),
    onRefused: props.onRefused,
  });
  const takeScan = (code: string) => {
    setSearch(code);
    scanning.scan(code, SCANNED);
  };
  useKeysElsewhere(field, props.keysElsewhere ?? false);
  useImperativeHandle(props.handle, () => ({ focus: () => field.current?.focus(), scan: takeScan }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!search.trim()) return;
    // The form would move the focus on, and the next scan would go into another field.
    event.stopPropagation();
    // The next scan writes over it, whatever becomes of this one.
    field.current?.select();
    if (box.getSelectedOptionIndex() < 0) scanning.scan(search, { isTyped: true, isShown: options.length === 1 });
  };
  const nothing = nothingFor || scanning.missed;
  const said = useNothing(scanning.reason ? '' : nothing, ask(nothing));
  return (
    <Combobox
      store={box}
      onOptionSubmit={(id) => {
        const option = options.find(({ inventory }) => String(inventory.id) === id);
        if (option) pick(option, search, true);
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={field}
          label={t(label)}
          data-autofocus={autoFocus || undefined}
          {...(id ? { id, 'data-field': true } : {})}
          error={scanning.reason || error}
          placeholder={t('inventory.pickerPlaceholder')}
          leftSection={<IconSearch size={16} stroke={1.7} />}
          description={said ?? props.hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          {...TAKES_SCANS}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            scanning.clear();
            box.openDropdown();
          }}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <PickerOptions label={t('common.matches')} options={options} />
    </Combobox>
  );
}

/** Why nothing is offered: there is no such item, or it is among those already chosen. */
function useNothing(search: string, body: Question) {
  const t = useText();
  const mayBeListed = search !== '' && body.excepts.length > 0;
  const again = useRead(api.inventories.selector, { body: { ...body, excepts: [] } }, { enabled: mayBeListed });
  if (search === '' || (mayBeListed && again.isPending)) return undefined;
  const isListed = mayBeListed && (again.data?.length ?? 0) > 0;
  return t(isListed ? 'inventory.alreadyListed' : 'inventory.nothingFound', { search });
}

function PickerOptions({ label, options }: { label: string; options: readonly InventoryOption[] }) {
  return (
    <Combobox.Dropdown hidden={options.length === 0}>
      <Combobox.Options aria-label={label}>
        {options.map((option) => (
          <PickerOption key={option.inventory.id} option={option} />
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

function PickerOption({ option }: { option: InventoryOption }) {
  const t = useText();
  const format = useFormat();
  return (
    <Combobox.Option value={String(option.inventory.id)}>
      <span className={css.option}>
        <span className={css.optionWhat}>
          <Mono>{option.title}</Mono>
          <span className={css.second}>{option.description}</span>
        </span>
        <span className={css.muted}>
          {t('inventory.optionAvailable', { count: format.number(option.available ?? 0) })}
        </span>
      </span>
    </Combobox.Option>
  );
}
