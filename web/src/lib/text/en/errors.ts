/** What each numeric refusal says: in English, the catalogue's own sentences. */
export { errorCatalogue as errors } from '@longshore/contract';
