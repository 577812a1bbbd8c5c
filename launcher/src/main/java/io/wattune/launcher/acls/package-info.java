/**
 * Who may do what at the brokers. In: names of parts and nodes. Out: Kafka's access rules. Called
 * by the command line.
 */
@NullMarked
package io.wattune.launcher.acls;

import org.jspecify.annotations.NullMarked;
