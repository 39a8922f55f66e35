/** API tokens are recognised by their beginning, so that they can be found where they were leaked. */
export const API_TOKEN_PREFIX = 'lsk_';
