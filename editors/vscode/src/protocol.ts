// The fly/* messages that the extension uses; docs/protocol.md defines them.

import { NotificationType, RequestType } from "vscode-languageclient/node";

export interface TextDocument {
  uri: string;
}

export interface Position {
  line: number;
  character: number;
}

export interface OperandMap {
  name: string;
  tile: [number, number];
  threads: number;
  values: number;
  layout: string;
}

export interface ThreadValueMapParams {
  textDocument: TextDocument;
  position: Position;
  /** Asks for the drawn picture; the extension itself draws nothing. */
  picture?: { theme: "light" | "dark"; thread?: number };
}

export interface ThreadValueMap {
  type: string;
  kind: string;
  title?: string;
  operands: OperandMap[];
  svg?: string;
  /** Why there is no picture, for instance because the tile is too large. */
  pictureNote?: string;
}

export interface PassRecord {
  name: string;
  ms: number;
  changed: boolean;
}

export interface StageRecord {
  name: string;
  text: string;
  passes: PassRecord[];
  error?: string;
}

export interface Lowering {
  chip?: string;
  chipSource?: string;
  stages: StageRecord[];
  error?: string;
}

export interface Status {
  uri: string;
  chip?: string;
  chipSource?: string;
  stale?: boolean;
  message?: string;
}

export const threadValueMap = new RequestType<ThreadValueMapParams, ThreadValueMap | null, void>(
  "fly/threadValueMap",
);
export const lowering = new RequestType<
  { textDocument: TextDocument; chip?: string },
  Lowering | null,
  void
>("fly/lowering");
export const status = new NotificationType<Status>("fly/status");
