package io.wattune.collectors.setter;

/** What a frame carries; its place in this list is its first byte. New ones come at the end. */
enum FrameKind {
  /** From the writer: version of the protocol, and the node. The first frame. */
  HELLO,
  /** From the writer: a controller claims the node. */
  CLAIM,
  /** From the writer: wished settings of one device. */
  DECISION,
  /** From the writer: all holds that are for the node. */
  HOLDS,
  /** From the setter: what was done. */
  ANSWER,
  /** From the setter: how it stands, each second. */
  STATUS
}
