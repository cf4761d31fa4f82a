// `@assetc/formats/live`: follows `assetc watch --ui` from another program, which then reloads what changed.

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
