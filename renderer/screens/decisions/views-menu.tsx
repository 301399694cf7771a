/** Saved views: a name for an address of this screen, kept on this machine. */
import { useState } from 'react';
import { Button, Menu, Modal, TextInput } from '@mantine/core';
import { IconBookmark, IconCheck, IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { writeSearchText } from '../../app/search-text.ts';
import { notify } from '../../state/notices.ts';
import { prefer, usePreferences, type SavedView } from '../../state/preferences.ts';
import { filterOf, type DecisionsSearch } from './search.ts';

const tableId = 'decisions';
const noViews: readonly SavedView[] = [];

/** The part of an address that a view keeps: filters and order, not the open record. */
export function viewText(search: DecisionsSearch): string {
  return writeSearchText({ ...filterOf(search), order: search.order });
}

function keepViews(views: readonly SavedView[]): void {
  prefer({ views: { ...usePreferences.getState().views, [tableId]: [...views] } });
}

export function useSavedViews() {
  const { t } = useTranslation('decisions');
  const views = usePreferences((state) => state.views[tableId]) ?? noViews;
  return {
    views,
    save: (name: string, search: string) => {
      const others = views.filter((view) => view.name !== name);
      keepViews([...others, { id: crypto.randomUUID(), name, search }]);
      notify({ title: t('view.saved', { name }) });
    },
    remove: (removed: SavedView) => {
      keepViews(views.filter((view) => view.id !== removed.id));
      notify({ title: t('view.deleted', { name: removed.name }), undo: () => keepViews(views) });
    },
  };
}

export interface ViewsProps {
  readonly search: DecisionsSearch;
  readonly onOpen: (view: string) => void;
  readonly onSave: () => void;
}

function checkMark(shown: boolean) {
  return shown ? <IconCheck size={15} /> : <span />;
}

/** The items of the views menu; they also stand in the header's overflow menu. */
export function ViewItems({ search, onOpen, onSave }: ViewsProps) {
  const { t } = useTranslation('decisions');
  const { views, remove } = useSavedViews();
  const current = viewText(search);
  const currentView = views.find((view) => view.search === current);
  return (
    <>
      <Menu.Item leftSection={checkMark(current === '')} onClick={() => onOpen('')}>
        {t('view.all')}
      </Menu.Item>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          leftSection={checkMark(view.search === current)}
          onClick={() => onOpen(view.search)}
        >
          {view.name}
        </Menu.Item>
      ))}
      {views.length === 0 && <Menu.Label>{t('view.none')}</Menu.Label>}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconPlus size={15} />}
        disabled={current === '' || currentView !== undefined}
        onClick={onSave}
      >
        {t('view.save')}
      </Menu.Item>
      {currentView !== undefined && (
        <Menu.Item leftSection={<IconTrash size={15} />} onClick={() => remove(currentView)}>
          {t('view.delete', { name: currentView.name })}
        </Menu.Item>
      )}
    </>
  );
}

/** The "Views" button with its menu; it carries the name of the view that is open. */
export function ViewsMenu(props: ViewsProps) {
  const { t } = useTranslation('decisions');
  const { views } = useSavedViews();
  const current = viewText(props.search);
  const name = views.find((view) => view.search === current)?.name;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          leftSection={<IconBookmark size={14} stroke={1.75} />}
          rightSection={<IconChevronDown size={12} />}
          maw={200}
        >
          {name ?? t('views')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ViewItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asks for the name of a view. */
export function SaveViewDialog({
  opened,
  search,
  onClose,
}: {
  opened: boolean;
  search: DecisionsSearch;
  onClose: () => void;
}) {
  const { t } = useTranslation(['decisions', 'common']);
  const { views, save } = useSavedViews();
  const [name, setName] = useState('');
  const trimmed = name.trim();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('view.saveTitle')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed === '') return;
          save(trimmed, viewText(search));
          setName('');
          onClose();
        }}
      >
        <TextInput
          label={t('view.name')}
          placeholder={t('view.nameHint')}
          description={views.some((view) => view.name === trimmed) ? t('view.exists') : undefined}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" variant="filled" mt="md" disabled={trimmed === ''} fullWidth>
          {t('save', { ns: 'common' })}
        </Button>
      </form>
    </Modal>
  );
}
