/** What every part of the evaluation shares. Called by its packages and their commands. */
@NullMarked
package io.wattune.evaluation;

import org.jspecify.annotations.NullMarked;
