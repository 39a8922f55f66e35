/** Whether an address is one of the floor app, which has a frame of its own and starts without the network. */
export const isFloorAddress = (path: string): boolean => path === '/floor' || path.startsWith('/floor/');
