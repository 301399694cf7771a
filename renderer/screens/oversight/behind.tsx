/** Numbers that lead to the decisions behind them. */
import type { ReactNode } from 'react';
import type { Counted } from '../../../shared/contract/oversight.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';

/** The list of the records that were counted. */
export function behind(modelId: string, { where }: Counted): string {
  return decisionsAddress({ model_id: modelId, where: where === '{}' ? undefined : where });
}

/** A count, or words for it, as a link to the decisions that it counts. */
export function CountLink({
  modelId,
  counted,
  isAlone,
  children,
}: {
  readonly modelId: string;
  readonly counted: Counted;
  /** No text stands around it: as high as what is pressed has to be. */
  readonly isAlone?: boolean;
  readonly children?: ReactNode;
}) {
  const height = isAlone === true ? ' pd-inline pd-target' : '';
  return (
    <PlaceLink
      className={`pd-text-link pd-underlined pd-figures${height}`}
      href={behind(modelId, counted)}
    >
      {children ?? formatCount(counted.count)}
    </PlaceLink>
  );
}
