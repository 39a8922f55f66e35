export const wavesPath = '/waves';
export const planPath = `${wavesPath}/action/plan`;
export const wavePath = (id: number) => `${wavesPath}/${id}/action/view`;
