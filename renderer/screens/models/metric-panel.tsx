/** A group of metrics as bars on one scale, each with a threshold that the person here may set. */
import { useState } from 'react';
import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import type { MetricGroup } from './card-form.ts';
import {
  meets,
  placeOn,
  scaleOf,
  setThreshold,
  suggestedRule,
  useThresholds,
  type MetricScale,
  type Threshold,
} from './metric-scale.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import classes from './card.module.css';

const noThresholds: Readonly<Record<string, Threshold>> = {};

const percent = (share: number) => `${share * 100}%`;

/** A bar from zero to the value, and a line where the threshold is. Decorative: the figures say it. */
function Bar({
  scale,
  value,
  threshold,
}: {
  scale: MetricScale;
  value: number;
  threshold: Threshold | undefined;
}) {
  const zero = placeOn(scale, 0);
  const place = placeOn(scale, value);
  return (
    <span className={classes.metricBar} aria-hidden="true">
      <span
        className={classes.metricFill}
        data-missed={(threshold !== undefined && !meets(value, threshold)) || undefined}
        style={{
          insetInlineStart: percent(Math.min(zero, place)),
          width: percent(Math.abs(place - zero)),
        }}
      />
      {scale.from < 0 && (
        <span className={classes.metricZero} style={{ insetInlineStart: percent(zero) }} />
      )}
      {threshold !== undefined && (
        <span
          className={classes.metricThreshold}
          style={{ insetInlineStart: percent(placeOn(scale, threshold.value)) }}
        />
      )}
    </span>
  );
}

function ThresholdEditor({
  modelId,
  path,
  metric,
  threshold,
  onClose,
}: {
  modelId: string;
  path: string;
  metric: string;
  threshold: Threshold | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('models');
  const [rule, setRule] = useState(threshold?.rule ?? suggestedRule(metric));
  const [value, setValue] = useState(threshold === undefined ? '' : numberOut(threshold.value));
  const typed = numberIn(value);
  const number = Number.isNaN(typed) ? undefined : typed;
  return (
    <form
      className={classes.thresholdForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (number === undefined) return;
        setThreshold(modelId, path, { rule, value: number });
        onClose();
      }}
    >
      <div className="pd-strong pd-anywhere">{t('threshold.title', { metric })}</div>
      <SegmentedControl
        aria-label={t('threshold.rule')}
        value={rule}
        onChange={setRule}
        data={[
          { value: 'at_least', label: t('threshold.at_least') },
          { value: 'at_most', label: t('threshold.at_most') },
        ]}
        fullWidth
      />
      <DecimalInput
        aria-label={t('threshold.value')}
        placeholder={numberOut(0.8)}
        value={value}
        onChange={setValue}
        step={0.01}
        data-autofocus
      />
      <p className="pd-flush pd-caption pd-loose">{t('threshold.note')}</p>
      <div className="pd-ending pd-gap-6">
        {threshold !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setThreshold(modelId, path, null);
              onClose();
            }}
          >
            {t('threshold.remove')}
          </Button>
        )}
        <Button type="submit" variant="filled" disabled={number === undefined}>
          {t('threshold.set')}
        </Button>
      </div>
    </form>
  );
}

function ThresholdCell({
  modelId,
  path,
  metric,
  value,
  threshold,
}: {
  modelId: string;
  path: string;
  metric: string;
  value: number;
  threshold: Threshold | undefined;
}) {
  const { t } = useTranslation('models');
  const [open, setOpen] = useState(false);
  const word =
    threshold === undefined
      ? t('threshold.none')
      : t(`threshold.short_${threshold.rule}`, { value: numberOut(threshold.value) });
  return (
    <span className={classes.metricRule}>
      {threshold !== undefined && (
        <StatusBadge
          tone={meets(value, threshold) ? 'neutral' : 'warn'}
          shape={meets(value, threshold) ? 'dot' : 'triangle'}
        >
          {meets(value, threshold) ? t('threshold.met') : t('threshold.missed')}
        </StatusBadge>
      )}
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-end"
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.thresholdButton}
            aria-expanded={open}
            aria-label={
              threshold === undefined
                ? t('threshold.setFor', { metric })
                : t('threshold.change', { metric, word })
            }
            data-set={threshold !== undefined || undefined}
            onClick={() => setOpen(!open)}
          >
            <IconTargetArrow size={13} stroke={1.7} aria-hidden="true" />
            {word}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t('threshold.title', { metric })}>
          {open && (
            <ThresholdEditor
              modelId={modelId}
              path={path}
              metric={metric}
              threshold={threshold}
              onClose={() => setOpen(false)}
            />
          )}
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}

/** The metrics of `group`; without any it says that the card leaves them unknown. */
export function MetricPanel({
  modelId,
  group,
  metrics,
}: {
  modelId: string;
  group: MetricGroup;
  metrics: Readonly<Record<string, number>> | undefined;
}) {
  const { t } = useTranslation('models');
  const thresholds = useThresholds((state) => state.models[modelId]) ?? noThresholds;
  const entries = Object.entries(metrics ?? {});
  if (entries.length === 0) return <Unknown />;
  return (
    <ul className="pd-listed">
      {entries.map(([metric, value]) => {
        const path = `${group}.${metric}`;
        const threshold = thresholds[path];
        const scale = scaleOf(threshold === undefined ? [value] : [value, threshold.value]);
        return (
          <li key={metric} className={classes.metric}>
            <bdi className="pd-clip" title={showHidden(metric)}>
              {showHidden(metric)}
            </bdi>
            <Bar scale={scale} value={value} threshold={threshold} />
            <span
              className={classes.metricValue}
              title={t('scale', { from: numberOut(scale.from), to: numberOut(scale.to) })}
            >
              {numberOut(value)}
            </span>
            <ThresholdCell
              modelId={modelId}
              path={path}
              metric={metric}
              value={value}
              threshold={threshold}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Mark for what the card does not say: never guessed, never left blank. */
export function Unknown() {
  const { t } = useTranslation('models');
  return (
    <StatusBadge tone="mute" shape="ring">
      {t('unknown')}
    </StatusBadge>
  );
}
