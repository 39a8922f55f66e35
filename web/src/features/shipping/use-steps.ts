import { api, type FbaShipment, type FbaStep } from '@longshore/contract';
import { refresh, remember, useWrite } from '../../lib/api.ts';

/** The calls of the steps; every answer is what the page shows next. */
export function useSteps(id: number) {
  const input = { params: { id } };
  const options = {
    onSuccess: (answer: FbaShipment) => remember(api.fba.get, input, answer),
    onFailure: () => {
      void refresh(api.fba.get, input);
      return undefined;
    },
  };
  const create = useWrite(api.fba.create, options);
  const feed = useWrite(api.fba.submitFeed, options);
  const weights = useWrite(api.fba.submitTransport, options);
  const estimate = useWrite(api.fba.requestTransport, options);
  const cost = useWrite(api.fba.costTransport, options);
  const confirm = useWrite(api.fba.confirmTransport, options);
  const complete = useWrite(api.fba.complete, options);
  const undo = useWrite(api.fba.voidTransport, options);
  const update = useWrite(api.fba.update, options);
  const changeFeed = useWrite(api.fba.changeFeed, options);
  const cancelFeed = useWrite(api.fba.cancelFeed, options);
  const all = [create, feed, weights, estimate, cost, confirm, complete, undo, update, changeFeed, cancelFeed];
  const begin: Record<FbaStep, () => void> = {
    feed: () => feed.mutate(input),
    weights: () => weights.mutate(input),
    estimate: () => estimate.mutate(input),
    cost: () => cost.mutate({ ...input, body: {} }),
    confirm: () => confirm.mutate(input),
    complete: () => complete.mutate({ ...input, body: {} }),
  };
  return {
    isPending: all.some(({ isPending }) => isPending),
    begin,
    create: (type: FbaShipment['feed_type']) => create.mutate({ ...input, body: { type } }),
    chooseCost: (isOwn: boolean) => cost.mutate({ ...input, body: { own_courier: isOwn ? 1 : 0 } }),
    completeWith: (tracking_numbers: string[]) => complete.mutate({ ...input, body: { tracking_numbers } }),
    undo: () => undo.mutate(input),
    update: () => update.mutate(input),
    changeFeed: (type: FbaShipment['feed_type']) => changeFeed.mutate({ ...input, body: { type } }),
    cancelFeed: () => cancelFeed.mutate(input),
  };
}
export type Steps = ReturnType<typeof useSteps>;
