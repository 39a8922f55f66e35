/** What secrets of test databases are encrypted with. */
export const TEST_MASTER_KEY = { current: Buffer.alloc(32, 7) };
