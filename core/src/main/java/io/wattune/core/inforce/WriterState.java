package io.wattune.core.inforce;

/** Whether a node's writer answers the controller. */
public enum WriterState {
  /** Nothing was sent to it. */
  NOT_ASKED,
  /** It has answered nothing, and has had no time to. */
  WAITING,
  /** It has answered what it was sent, or has had no time to answer the newest. */
  ANSWERS,
  /** It does not answer: there is none, or it is down. */
  SILENT
}
