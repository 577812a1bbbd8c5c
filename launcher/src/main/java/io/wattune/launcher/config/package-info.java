/**
 * One configuration for all parts. The commands, a file and the environment in, the value of each
 * option with its origin or all problems at once out; called by the command line.
 */
@NullMarked
package io.wattune.launcher.config;

import org.jspecify.annotations.NullMarked;
