/** A dataset's policy in words: what every session on it may do, and what is held back. */
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetPolicy } from '../../../shared/contract/datasets.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { formatCount } from '../../ui/format.ts';
import { policyFacts } from './policy-words.ts';
import classes from './datasets.module.css';

export function PolicyPanel({ policy }: { policy: DatasetPolicy }) {
  const { t } = useTranslation('datasets');
  const facts = policyFacts(policy);
  const { allowed, refused, transformations, refusedTransformations, restricted } = facts;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <p className={classes.note}>{t(facts.isOpen ? 'policy.openText' : 'policy.text')}</p>
      <div className={classes.policy}>
        <Section title={t('policy.operations')}>
          <Marks
            yes={allowed.map((each) => t(`operation.${each}`))}
            no={refused.map((each) => t(`operation.${each}`))}
          />
        </Section>
        <Section title={t('policy.transformations')}>
          {transformations.length === 0 ? (
            <p className={classes.plain}>{t('policy.noTransformation')}</p>
          ) : (
            <Marks
              yes={transformations.map((each) => t(`transformation.${each}`))}
              no={refusedTransformations.map((each) => t(`transformation.${each}`))}
            />
          )}
        </Section>
        <Section title={t('policy.groups')}>
          <p className={classes.plain}>
            {facts.minGroupSize === 1
              ? t('policy.everyGroup')
              : t('policy.groupsText', { size: formatCount(facts.minGroupSize) })}
          </p>
        </Section>
        <Section title={t('policy.restricted')}>
          {restricted.length === 0 ? (
            <p className={classes.plain}>{t('policy.noneRestricted')}</p>
          ) : (
            <>
              <p className={classes.plain}>{t('policy.restrictedText')}</p>
              <ul className={classes.marks}>
                {restricted.map((path) => (
                  <li key={path}>
                    <code className="pd-mono">{path}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Section>
      </div>
    </div>
  );
}

function Marks({ yes, no }: { yes: readonly string[]; no: readonly string[] }) {
  const { t } = useTranslation('datasets');
  const icon = { size: 14, stroke: 2 } as const;
  return (
    <ul className={classes.marks}>
      {yes.map((name) => (
        <li key={name}>
          <IconCheck {...icon} role="img" aria-label={t('policy.allowed')} />
          {name}
        </li>
      ))}
      {no.map((name) => (
        <li key={name} className={classes.refused}>
          <IconMinus {...icon} role="img" aria-label={t('policy.refused')} />
          {name}
        </li>
      ))}
    </ul>
  );
}
