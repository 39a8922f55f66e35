export { useChannelTimes } from './channel-times.ts';
