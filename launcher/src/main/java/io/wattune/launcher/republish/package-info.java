/**
 * Topics once more in the encoding of a schema registry. The command line in, a part that runs out.
 */
@NullMarked
package io.wattune.launcher.republish;

import org.jspecify.annotations.NullMarked;
