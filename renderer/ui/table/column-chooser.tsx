/** The list of columns: shown or hidden, pinned, moved; everything dragging does, by button and key. */
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPin, IconPinnedFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice, ColumnChoices } from './use-grid-columns.ts';
import classes from './column-chooser.module.css';

/** A column moves past one that is shown. */
const isShown = (choices: readonly ColumnChoice[]) => choices.some((each) => each.shown);

/** The body of the "Columns" popover. */
export function ColumnChooser({ columns }: { columns: ColumnChoices }) {
  const { t } = useTranslation('common');
  const { choices, setPinned } = columns;
  return (
    <div className={classes.chooser}>
      <div className={classes.head}>
        {t('chooser.title')}
        <Button variant="subtle" color="gray" onClick={columns.reset}>
          {t('chooser.reset')}
        </Button>
      </div>
      <ul className={classes.list}>
        {choices.map(({ id, title, shown, pinned = false, kept = false }, place) => (
          <li key={id} className={classes.item}>
            <Checkbox
              className="pd-grown"
              label={title}
              aria-label={t('chooser.show', { name: title })}
              checked={shown}
              disabled={kept || (shown && choices.filter((each) => each.shown).length === 1)}
              onChange={(event) => columns.setShown(id, event.currentTarget.checked)}
            />
            <span className={classes.tools}>
              <ActionIcon
                size="sm"
                aria-label={t('chooser.up', { name: title })}
                disabled={!isShown(choices.slice(0, place))}
                onClick={() => columns.step(id, -1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t('chooser.down', { name: title })}
                disabled={!isShown(choices.slice(place + 1))}
                onClick={() => columns.step(id, 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
            </span>
            {setPinned !== undefined && (
              <ActionIcon
                size="sm"
                className={pinned ? 'pd-link' : undefined}
                aria-pressed={pinned}
                aria-label={t(pinned ? 'chooser.unpin' : 'chooser.pin', { name: title })}
                onClick={() => setPinned(id, !pinned)}
              >
                {pinned ? <IconPinnedFilled size={14} /> : <IconPin size={14} stroke={1.5} />}
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
