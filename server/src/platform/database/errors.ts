/** No connection was free in time, or PostgreSQL could not be reached, or a connection broke. */
export class DatabaseUnavailable extends Error {}

/** A reading transaction took longer than its limit and was cancelled. */
export class ReadTimedOut extends Error {}

/** The caller closed the HTTP connection, so its read was cancelled. */
export class CallerGone extends Error {}
