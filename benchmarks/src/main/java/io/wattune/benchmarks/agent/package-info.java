/**
 * What an agent costs the machine that it runs on: processor time and memory of its process,
 * without the driver's calls. Called from the command line.
 */
@NullMarked
package io.wattune.benchmarks.agent;

import org.jspecify.annotations.NullMarked;
