/** Saved views of any table: a name for the filters and the order in its address, kept on this machine. */
import { Menu, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fault } from '../../../shared/contract/faults.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { notify } from '../../state/notices.ts';
import { prefer, usePreferences, type SavedView } from '../../state/preferences.ts';
import { parseSearchText, writeSearchText } from '../places/search-text.ts';
import type { TableTools } from './table-tools.ts';
import { FormDialog } from '../form/form-dialog.tsx';

const noViews: readonly SavedView[] = [];
const nameSchema = z.object({ name: z.string().min(1, fault('not_empty')) });

/** Text that a view is recognised by: that of the part of the address that it keeps, whatever the order of its names. */
export function viewText(search: object): string {
  const members = Object.entries({ ...search });
  return writeSearchText(
    Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );
}

function isView({ search }: SavedView, current: string): boolean {
  return viewText(parseSearchText(search)) === current;
}

function keepViews(tableId: string, views: readonly SavedView[]): void {
  prefer({ views: { ...usePreferences.getState().views, [tableId]: [...views] } });
}

export function useSavedViews(tableId: string) {
  const { t } = useTranslation('tables');
  const views = usePreferences((state) => state.views[tableId]) ?? noViews;
  return {
    views,
    save: (name: string, search: string) => {
      const others = views.filter((view) => view.name !== name);
      keepViews(tableId, [...others, { id: crypto.randomUUID(), name, search }]);
      notify({ title: t('viewSaved', { name }) });
    },
    rename: (renamed: SavedView, name: string) => {
      const others = views.filter((view) => view.id === renamed.id || view.name !== name);
      keepViews(
        tableId,
        others.map((view) => (view.id === renamed.id ? { ...view, name } : view)),
      );
      notify({
        title: t('viewRenamed', { name }),
        undo: () => keepViews(tableId, views),
      });
    },
    remove: (removed: SavedView) => {
      keepViews(
        tableId,
        views.filter((view) => view.id !== removed.id),
      );
      notify({
        title: t('viewDeleted', { name: removed.name }),
        undo: () => keepViews(tableId, views),
      });
    },
  };
}

/** The view that the address is in, by its name. */
export function useCurrentView(tools: TableTools): SavedView | undefined {
  const { views } = useSavedViews(tools.id);
  if (tools.view === undefined) return undefined;
  const current = viewText(tools.view.search);
  return views.find((view) => isView(view, current));
}

function checkMark(shown: boolean) {
  return shown ? <IconCheck size={15} /> : <span />;
}

/** The views of a table as items of a menu. */
export function ViewItems({
  tools,
  onSave,
  onRename,
}: {
  tools: TableTools;
  onSave: () => void;
  onRename: (view: SavedView) => void;
}) {
  const { t } = useTranslation('tables');
  const { views, remove } = useSavedViews(tools.id);
  const currentView = useCurrentView(tools);
  const { view } = tools;
  if (view === undefined) return null;
  const current = viewText(view.search);
  const open = (text: string) => view.open(parseSearchText(text));
  return (
    <>
      <Menu.Label>{t('views')}</Menu.Label>
      <Menu.Item leftSection={checkMark(current === '')} onClick={() => open('')}>
        {t('viewAll')}
      </Menu.Item>
      {views.map((each) => (
        <Menu.Item
          key={each.id}
          leftSection={checkMark(isView(each, current))}
          onClick={() => open(each.search)}
        >
          {showHidden(each.name)}
        </Menu.Item>
      ))}
      {views.length === 0 && <Menu.Label>{t('viewNone')}</Menu.Label>}
      <Menu.Item
        leftSection={<IconPlus size={15} />}
        disabled={current === '' || currentView !== undefined}
        onClick={onSave}
      >
        {t('viewSave')}
      </Menu.Item>
      {currentView !== undefined && (
        <>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => onRename(currentView)}>
            {t('viewRename', { name: currentView.name })}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={15} />} onClick={() => remove(currentView)}>
            {t('viewDelete', { name: currentView.name })}
          </Menu.Item>
        </>
      )}
      <Menu.Divider />
    </>
  );
}

/** Asks for the name of a new view, or for another name of one. */
export function NameViewDialog({
  opened,
  tools,
  renamed,
  onClose,
}: {
  opened: boolean;
  tools: TableTools;
  renamed: SavedView | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['tables', 'common']);
  const { views, save, rename } = useSavedViews(tools.id);
  const title = t(renamed === undefined ? 'saveTitle' : 'renameTitle');
  const isTaken = (name: string) =>
    views.some((view) => view.name === name.trim() && view.id !== renamed?.id);
  return (
    <FormDialog
      worksAway
      opened={opened}
      onClose={onClose}
      title={title}
      size={380}
      submit={t('save', { ns: 'common' })}
      failed={title}
      initial={{ name: renamed?.name ?? '' }}
      bodyOf={({ name }) => ({ name: name.trim() })}
      schema={nameSchema}
      send={(body) => Promise.resolve(body)}
      onDone={({ name }) => {
        if (renamed === undefined) save(name, viewText(tools.view?.search ?? {}));
        else rename(renamed, name);
        onClose();
      }}
    >
      {(form) => (
        <TextInput
          label={t('name')}
          placeholder={t('nameHint')}
          description={isTaken(form.values.name) ? t('nameTaken') : undefined}
          maxLength={60}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </FormDialog>
  );
}
