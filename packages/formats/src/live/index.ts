// Following a watch: `@assetc/formats/live`.

export { EventStreamReader, type StreamMessage } from './event-stream.js';
export { type FollowOptions, followBuilds } from './follow-builds.js';
export {
  type LiveBuilding,
  type LiveBuilt,
  type LiveDiagnostic,
  type LiveEvent,
  type LiveFile,
  type LiveHello,
  readLiveEvent,
} from './live-event.js';
