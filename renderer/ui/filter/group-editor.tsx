/** A group of the filter builder: how its parts belong together, the parts, and what can be added. */
import type { ReactNode } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBraces, IconFolderPlus, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { ClauseEditor } from './clause-editor.tsx';
import {
  addPart,
  changeClause,
  changeJoin,
  newClause,
  newGroup,
  removePart,
} from './edit-filter.ts';
import {
  groupJoins,
  type FilterGroup,
  type FilterPart,
  type NewPartId,
  type RawPart,
} from './filter-tree.ts';
import { NativeSelect } from '../form/choices.tsx';
import classes from './filter.module.css';

/** Groups inside groups that the builder makes; deeper ones that were written are shown all the same. */
const deepestNew = 4;

export interface PlacedFault {
  readonly id: string;
  readonly words: ReactNode;
}

export interface GroupEditorProps {
  readonly group: FilterGroup;
  readonly root: FilterGroup;
  readonly depth: number;
  readonly fields: readonly DatasetField[];
  readonly newId: NewPartId;
  readonly fault: PlacedFault | null;
  readonly onChange: (root: FilterGroup, isTyped?: boolean) => void;
}

export function GroupEditor(props: GroupEditorProps) {
  const { group, root, depth, fields, newId, fault, onChange } = props;
  const { t } = useTranslation('datasets');
  const isRoot = depth === 0;
  const add = (part: FilterPart) => onChange(addPart(root, group.id, part));
  const joinName = t(`filter.join.${group.join}`);
  return (
    <div
      className={classes.group}
      data-root={isRoot || undefined}
      role="group"
      aria-label={t('filter.group', { join: joinName })}
    >
      {(!isRoot || group.parts.length > 1 || group.join !== 'all') && (
        <div className="pd-wrapping pd-slim pd-gap-8">
          <NativeSelect
            size="xs"
            aria-label={t('filter.joinLabel')}
            value={group.join}
            data={groupJoins.map((join) => ({ value: join, label: t(`filter.join.${join}`) }))}
            onChange={(event) => {
              const join = groupJoins.find((each) => each === event.currentTarget.value);
              if (join !== undefined) onChange(changeJoin(root, group.id, join));
            }}
          />
          <span className="pd-flush pd-caption pd-loose">{t('filter.joinRest')}</span>
          <span className="pd-space" />
          {!isRoot && (
            <ActionIcon
              size="sm"
              aria-label={t('filter.removeGroup')}
              title={t('filter.removeGroup')}
              onClick={() => onChange(removePart(root, group.id))}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </div>
      )}
      {fault?.id === group.id && (
        <p className={classes.fault} role="alert">
          {fault.words}
        </p>
      )}
      {group.parts.length > 0 && (
        <ul className={classes.parts}>
          {group.parts.map((part) => (
            <li key={part.id}>
              {part.kind === 'group' && <GroupEditor {...props} group={part} depth={depth + 1} />}
              {part.kind === 'raw' && (
                <RawEditor
                  part={part}
                  fault={fault?.id === part.id ? fault.words : undefined}
                  onRemove={() => onChange(removePart(root, part.id))}
                />
              )}
              {part.kind === 'clause' && (
                <ClauseEditor
                  clause={part}
                  fields={fields}
                  fault={fault?.id === part.id ? fault.words : undefined}
                  onChange={(change, isTyped) =>
                    onChange(changeClause(root, part.id, change), isTyped)
                  }
                  onRemove={() => onChange(removePart(root, part.id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <AddPart newId={newId} canNest={depth < deepestNew} onAdd={add} />
    </div>
  );
}

/** Adds a clause, or a group inside. */
function AddPart({
  newId,
  canNest,
  onAdd,
}: {
  newId: NewPartId;
  canNest: boolean;
  onAdd: (part: FilterPart) => void;
}) {
  const { t } = useTranslation('datasets');
  return (
    <div className={classes.add}>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={13} stroke={2} />}
        onClick={() => onAdd(newClause(newId))}
      >
        {t('filter.addClause')}
      </Button>
      {canNest && (
        // The focus goes to the new clause, not back to the button.
        <Menu position="bottom-start" width={220} returnFocus={false}>
          <Menu.Target>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconFolderPlus size={13} stroke={1.75} />}
            >
              {t('filter.addGroup')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {groupJoins.map((join) => (
              <Menu.Item key={join} onClick={() => onAdd(newGroup(newId, join))}>
                {t(`filter.join.${join}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

function RawEditor({
  part,
  fault,
  onRemove,
}: {
  part: RawPart;
  fault: ReactNode;
  onRemove: () => void;
}) {
  const { t } = useTranslation('datasets');
  const text = JSON.stringify(part.filter);
  return (
    <div className={classes.clauseBox} data-faulty={fault !== undefined || undefined}>
      <div className={classes.raw}>
        <IconBraces size={14} stroke={1.75} aria-hidden="true" />
        <code title={showHidden(text)}>{showHidden(text)}</code>
        <span className="pd-flush pd-caption pd-loose">{t('filter.raw')}</span>
        <ActionIcon
          size="sm"
          aria-label={t('filter.removeRaw')}
          title={t('filter.removeRaw')}
          onClick={onRemove}
        >
          <IconX size={14} />
        </ActionIcon>
      </div>
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
