// The fly/* messages that the extension uses; docs/protocol.md defines them.

import { NotificationType, RequestType, RequestType0 } from "vscode-languageclient/node";

export interface TextDocument {
  uri: string;
}

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Chip {
  chip?: string;
  chipSource?: string;
}

export type PictureFormat = "text" | "csv" | "json" | "svg" | "tikz" | "typst";

export interface ThreadValueMapParams {
  textDocument: TextDocument;
  position: Position;
  operand?: string;
  owners?: boolean;
  full?: boolean;
  /** Asks for the drawn picture; the extension itself draws nothing. */
  picture?: { format?: PictureFormat; theme?: "light" | "dark"; thread?: number };
}

export interface OperandMap {
  name: string;
  layout: string;
  /** Missing for plain layouts, as are the two numbers. */
  tile?: [number, number];
  threads?: number;
  values?: number;
}

export interface ThreadValueMap extends Chip {
  type: string;
  kind: "mma" | "copy" | "layout";
  title: string;
  name?: string;
  op?: string;
  range?: Range;
  stale?: boolean;
  instruction?: string;
  chips?: string[];
  operands: OperandMap[];
  svg?: string;
  /** The drawing in any format but SVG. */
  picture?: string;
  /** Why there is no picture, for instance because the tile is too large. */
  pictureNote?: string;
}

export interface Operation {
  name: string;
  kind: "mma_atom" | "copy_atom" | "tiled_mma" | "tiled_copy" | "layout" | "memref";
  type: string;
  op: string;
  label?: string;
  range: Range;
  stale?: boolean;
}

export interface CursorState extends Chip {
  name?: string;
  op: string;
  type?: string;
  range: Range;
  definition?: Range;
  uses?: number;
  facts: { name: string; value: string }[];
  stale?: boolean;
}

export interface LoweringError {
  kind: "failed" | "crashed" | "timeout" | "memory" | "input" | "cancelled";
  message: string;
  stage?: string;
  pass?: string;
  code?: string;
  line?: number;
  character?: number;
  notes?: string[];
}

export interface PassRecord {
  name: string;
  ms: number;
  changed: boolean;
  operations?: number;
  error?: string;
}

export interface StageRecord {
  name: string;
  contents?: string;
  text: string;
  ms?: number;
  operations?: number;
  counts?: [string, number][];
  /** Pairs of a line of the text and the line of the document that it came from. */
  sourceMap?: [number, number][];
  passes: PassRecord[];
  error?: LoweringError;
}

export interface Lowering extends Chip {
  stages: StageRecord[];
  error?: LoweringError;
}

export interface LoweringParams {
  textDocument: TextDocument;
  chip?: string;
  stage?: string;
  passTexts?: boolean;
  workDoneToken?: string | number;
}

export interface Stages {
  stages: { name: string; aliases: string[]; contents: string }[];
  chips: string[];
}

export interface Explanation {
  code: string;
  title: string;
  rule: string;
  cause?: string;
  example?: string;
  fix?: string;
  severity?: "error" | "warning" | "remark";
  href?: string;
}

export interface Status extends Chip {
  uri: string;
  state: "analysing" | "idle" | "failed";
  version?: number | null;
  milliseconds?: number;
  stale?: boolean;
  message?: string;
}

/** `capabilities.experimental` of the server. */
export interface Capabilities {
  fly?: { requests?: string[]; dialects?: string[] };
}

interface OfDocument {
  textDocument: TextDocument;
}

export const threadValueMap = new RequestType<ThreadValueMapParams, ThreadValueMap | null, void>("fly/threadValueMap");
export const operations = new RequestType<OfDocument, Operation[], void>("fly/operations");
export const stateAtCursor = new RequestType<OfDocument & { position: Position }, CursorState | null, void>(
  "fly/stateAtCursor",
);
export const lowering = new RequestType<LoweringParams, Lowering | null, void>("fly/lowering");
export const stages = new RequestType0<Stages, void>("fly/stages");
export const explain = new RequestType<{ code: string }, Explanation | null, void>("fly/explain");
export const status = new NotificationType<Status>("fly/status");
