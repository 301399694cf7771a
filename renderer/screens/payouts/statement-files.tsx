/** The statement of a payout as files: the document, a table, JSON. And that of a year. */
import { Button, Menu } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Payout } from '../../../shared/contract/billing.ts';
import { statementFormats } from '../../../shared/contract/billing-holders.ts';
import { useMay } from '../../api/capabilities.ts';
import { payoutStatement, yearStatement } from '../../api/holders.ts';
import { useDocumentSaver } from '../../ui/use-document-saver.ts';
import classes from '../../ui/money/billing.module.css';

export function StatementCell({ payout_id: id, statement_number: number = id }: Payout) {
  const { t } = useTranslation('payouts');
  const may = useMay();
  const file = useDocumentSaver();
  if (!may('getPayoutStatement')) return number;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.rowButton}
          aria-label={t('statement.files', { number })}
        >
          {number}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {statementFormats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() => file.save(() => payoutStatement(id, format), `${number}.${format}`)}
          >
            {t('statement.file', { number, format: format.toUpperCase() })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Statements of this year and of the one before. */
export function YearStatements({
  holder,
  year,
}: {
  readonly holder: string;
  /** The running one. */
  readonly year: string;
}) {
  const { t } = useTranslation('payouts');
  const file = useDocumentSaver();
  if (!useMay()('getHolderStatement')) return null;
  const years = [year, String(Number(year) - 1)];
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button leftSection={<IconFileDownload size={14} stroke={1.75} />} loading={file.busy}>
          {t('statement.year')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {years.flatMap((each) =>
          (['pdf', 'csv'] as const).map((format) => (
            <Menu.Item
              key={`${each} ${format}`}
              onClick={() =>
                file.save(() => yearStatement(holder, each, format), `statement-${each}.${format}`)
              }
            >
              {t('statement.ofYear', { year: each, format: format.toUpperCase() })}
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
