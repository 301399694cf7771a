/** The keyboard sheet: read from the register of commands, so that it cannot be out of date. */
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeDialog } from '../state/dialogs.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useOfferedCommands } from './commands.ts';
import classes from './help-sheet.module.css';

interface HelpLine {
  readonly title: string;
  readonly keys: readonly string[];
}

export function HelpSheet({ opened }: { opened: boolean }) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={closeDialog}
      title={t('help.title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <HelpBody />
    </Modal>
  );
}

function HelpBody() {
  const { t } = useTranslation('shell');
  const commands = useOfferedCommands();
  const linesOf = (scope: 'global' | 'grid'): HelpLine[] =>
    commands
      .filter((command) => command.scope === scope && command.keys !== undefined)
      .map((command) => ({ title: command.title, keys: command.keys ?? [] }));
  const grid = linesOf('grid');
  return (
    <div className={classes.columns}>
      <Keys
        title={t('help.global')}
        lines={[...linesOf('global'), { title: t('help.close'), keys: ['escape'] }]}
      />
      {grid.length > 0 && (
        <Keys
          title={t('help.grid')}
          lines={[...grid, { title: t('help.panes'), keys: ['arrowright', 'arrowleft'] }]}
        />
      )}
    </div>
  );
}

function Keys({ title, lines }: { title: string; lines: readonly HelpLine[] }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.list}>
        {lines.map((line) => (
          <li key={line.title} className={classes.item}>
            {line.title}
            <span className={classes.keys}>
              {line.keys.map((key) => (
                <KeyHint key={key} name={key} decorative={false} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
