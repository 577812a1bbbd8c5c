package io.wattune.collectors.spool;

/** Takes how many records of a topic were dropped. */
@FunctionalInterface
interface DropCount {
  void dropped(String topic, long records);
}
