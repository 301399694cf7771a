/** The tabs of a screen as its address names them: those that are to be had, or a word on the one that is not. */
import type { OperationId } from '../../../shared/contract/routes.ts';
import { useTabs } from '../places/places.ts';
import { PageTabs, type PageTab } from './detail-page.tsx';
import { NotHere } from './not-here.tsx';

export type TabContents<Id extends string> = Readonly<
  Record<Id, Omit<PageTab<Id>, 'id' | 'label'>>
>;

export function AddressTabs<First extends string, Other extends string>({
  needs,
  order,
  asked,
  nameOf,
  contents,
  onShow,
}: {
  needs: Readonly<Record<First | Other, OperationId | null>>;
  order: readonly [First, ...(readonly Other[])];
  asked: First | Other | undefined;
  nameOf: (tab: First | Other) => string;
  contents: TabContents<First | Other>;
  /** Told nothing for the first, which an address does not name. */
  onShow: (tab: Other | undefined) => void;
}) {
  const [first, ...others] = order;
  const { offered, tab, lacking } = useTabs<First | Other>(needs, [first, ...others], asked);
  return (
    <>
      <NotHere name={nameOf(asked ?? tab)} lacking={lacking} />
      <PageTabs
        tabs={offered.map((id) => ({ id, label: nameOf(id), ...contents[id] }))}
        value={tab}
        onChange={(next) => onShow(others.find((each) => each === next))}
      />
    </>
  );
}
