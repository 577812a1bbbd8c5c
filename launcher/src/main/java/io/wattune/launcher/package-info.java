/**
 * The {@code wattune} command line. Arguments in, exit code out; started by the script {@code
 * wattune}.
 */
@NullMarked
package io.wattune.launcher;

import org.jspecify.annotations.NullMarked;
