import { lazyPart } from '../../../ui/lazy-part.tsx';

export { FulfilPanel } from './fulfil-panel.tsx';
export { hasPlatesToPutAway, SheetPanel } from './sheet-panel.tsx';

// Opened by a button: their code is loaded then.
export const FulfilDialog = lazyPart(() => import('./fulfil-dialog.tsx'));
export const QuickFulfilDialog = lazyPart(() => import('./quick-fulfil-dialog.tsx'));
export const AllocateDialog = lazyPart(() => import('./allocate-dialog.tsx'));
export { wasFulfilling } from './kept-fulfil.ts';
