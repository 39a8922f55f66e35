import { api, type Category } from '@longshore/contract';
import { Autocomplete, Button, Menu } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { refresh, remember, useRead, useWrite } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { DANGER } from '../../ui/theme/danger.ts';
import { PanelBlank } from './panel-blank.tsx';
import { type PanelProps, refreshHistory } from './panel-props.ts';
import css from './panels.module.css';

const NAME_MAX = 60;

const inputOf = ({ type, id }: PanelProps) => ({ params: { type }, query: { resource_id: id } });

/** The categories of a record as tags: add by name with suggestions, and remove. */
export function CategoriesPanel(props: PanelProps) {
  const t = useText();
  const read = useRead(api.panels.categories, inputOf(props));
  const [adding, setAdding] = useState(false);
  const [toDelete, setToDelete] = useState<Category>();
  const categories = read.data ?? [];
  const setCategories = (now: Category[]) => {
    remember(api.panels.categories, inputOf(props), now);
    refreshHistory();
  };
  const detach = useWrite(api.panels.detachCategory, { onSuccess: setCategories });
  const add = !props.readOnly && !adding && read.data && (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconPlus size={15} stroke={1.7} />}
      onClick={() => setAdding(true)}
    >
      {t('records.addCategory')}
    </Button>
  );
  return (
    <SidePanel title={t('records.categories')} action={add}>
      <PanelBlank read={read} none={t('records.noCategories')} isEmpty={categories.length === 0 && !adding} />
      {categories.length > 0 && (
        <ul className={css.tags}>
          {categories.map((category) => (
            <CategoryTag
              key={category.id}
              category={category}
              readOnly={props.readOnly}
              busy={detach.isPending}
              onRemove={() =>
                detach.mutate({ body: { categoryId: category.id, resource: props.type, resourceId: props.id } })
              }
              onDelete={() => setToDelete(category)}
            />
          ))}
        </ul>
      )}
      {adding && <AddCategory {...props} has={categories} onAdded={setCategories} onDone={() => setAdding(false)} />}
      {toDelete && <DeleteCategory category={toDelete} onClose={() => setToDelete(undefined)} />}
    </SidePanel>
  );
}

interface TagProps {
  category: Category;
  readOnly: boolean | undefined;
  busy: boolean;
  onRemove: () => void;
  onDelete: () => void;
}

function CategoryTag({ category: { name }, readOnly, busy, onRemove, onDelete }: TagProps) {
  const t = useText();
  if (readOnly)
    return (
      <li className={css.tag}>
        <span className={css.tagName}>{name}</span>
      </li>
    );
  return (
    <li className={css.tag}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button
            type="button"
            className={css.tagName}
            aria-label={t('records.categoryActions', { name })}
            title={name}
          >
            {name}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconX size={15} stroke={1.7} />} onClick={onRemove}>
            {t('records.removeCategory', { name })}
          </Menu.Item>
          <Menu.Item color={DANGER} leftSection={<IconTrash size={15} stroke={1.7} />} onClick={onDelete}>
            {t('records.deleteCategory')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <button
        type="button"
        className={css.tagRemove}
        aria-label={t('records.removeCategory', { name })}
        disabled={busy}
        onClick={onRemove}
      >
        <IconX size={12} stroke={2} />
      </button>
    </li>
  );
}

interface AddProps extends PanelProps {
  has: Category[];
  onAdded: (now: Category[]) => void;
  onDone: () => void;
}

/** Read from the DOM: the selected option is marked at once, `aria-activedescendant` only after the next render. */
const hasSelectedOption = (field: HTMLElement) => {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return Boolean(list?.querySelector('[data-combobox-selected]'));
};

/** Stays open after each entry, so that several can be typed in a row. Esc or an empty Enter closes it. */
function AddCategory({ type, id, has, onAdded, onDone }: AddProps) {
  const t = useText();
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { data: known = [] } = useRead(api.panels.categories, { params: { type }, query: {} });
  const attach = useWrite(api.panels.attachCategory, {
    onSuccess: (now) => {
      onAdded(now);
      setName('');
      void refresh(api.panels.categories, { params: { type } });
      field.current?.focus();
    },
  });
  const add = (typed: string) => {
    const given = typed.trim();
    if (!given) return onDone();
    if (!attach.isPending) attach.mutate({ body: { name: given, resource: type, resourceId: id } });
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onDone();
    }
    // When a suggestion is selected, the combobox handles Enter itself.
    if (event.key === 'Enter' && !hasSelectedOption(event.currentTarget)) add(name);
  };
  const taken = new Set(has.map((category) => category.name.toLowerCase()));
  return (
    <Autocomplete
      ref={field}
      size="xs"
      mt={8}
      autoFocus
      maxLength={NAME_MAX}
      aria-label={t('records.categoryName')}
      placeholder={t('records.categoryHint')}
      data={known.map((category) => category.name).filter((each) => !taken.has(each.toLowerCase()))}
      value={name}
      onChange={setName}
      onOptionSubmit={add}
      onKeyDown={handleKey}
      onBlur={() => !name && onDone()}
    />
  );
}

function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const t = useText();
  const remove = useWrite(api.panels.deleteCategory, {
    onSuccess: async () => {
      await refresh(api.panels.categories);
      refreshHistory();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('records.deleteCategory')}
      text={t('records.deleteCategoryText', { name: category.name })}
      confirm={t('forms.confirmDelete')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: category.id } })}
      onClose={onClose}
    />
  );
}
