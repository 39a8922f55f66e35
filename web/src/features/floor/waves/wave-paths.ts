export const wavesPath = '/waves';
export const planPath = `${wavesPath}/action/plan`;
export const wavePath = (id: number) => `${wavesPath}/${id}/action/view`;
/** Where it is picked on the floor. */
export const floorWavePath = (id: number) => `/floor/waves/${id}`;
