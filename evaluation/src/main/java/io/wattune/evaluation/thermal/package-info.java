/** A chip solved from files, and what an image of one shows: as text, JSON, files and pictures. */
@NullMarked
package io.wattune.evaluation.thermal;

import org.jspecify.annotations.NullMarked;
