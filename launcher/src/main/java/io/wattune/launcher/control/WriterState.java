package io.wattune.launcher.control;

/** Whether a node's writer answers. */
enum WriterState {
  /** It has answered what it was sent, or has had no time to yet. */
  ANSWERS,
  /** Nothing has been sent to it in the time that was looked at. */
  NOT_ASKED,
  /** It does not answer: there is none, or it is down. */
  SILENT
}
