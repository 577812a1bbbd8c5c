/**
 * The servers of a small site, each as a process of its own with a data folder. In: where to listen
 * and to keep data. Out: a Kafka broker, a Flink cluster. Commands only; the servers themselves are
 * in {@code broker} and {@code flink}.
 */
@NullMarked
package io.wattune.launcher.server;

import org.jspecify.annotations.NullMarked;
