/** Two parts beside each other where there is room, and what needs attention as every overview has it. */
import type { ReactNode } from 'react';
import { withLedger } from '../../../shared/ledger-attention.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { AttentionList } from './attention-list.tsx';
import type { PartsProps } from './parts.ts';
import classes from './overview.module.css';

export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}

/** With the ledger as it is known now, in place of what it was when the rest was told. */
export function Attention({ overview: { attention }, chain }: PartsProps) {
  const now = useNow();
  return (
    <AttentionList items={chain === undefined ? attention : withLedger(attention, chain, now)} />
  );
}
