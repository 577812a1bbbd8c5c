/**
 * Records of the topics, put out once more in the encoding of a schema registry, for programs that
 * know no other. Topics in, topics out; called by the command line.
 */
@NullMarked
package io.wattune.sinks.registry;

import org.jspecify.annotations.NullMarked;
