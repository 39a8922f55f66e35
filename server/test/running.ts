import { LockRecorder } from './lock-order.ts';

/** The apps that the current test file has started; `setup.ts` stops those that are left at its end. */
export const running: { stop(): Promise<void> }[] = [];

/** Every transaction of every test must respect the lock order. */
export const locks = new LockRecorder().start();
