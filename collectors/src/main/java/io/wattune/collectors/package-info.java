/**
 * The node agent. Files, and later devices, go in; records on topics come out. The launcher calls
 * it.
 */
@NullMarked
package io.wattune.collectors;

import org.jspecify.annotations.NullMarked;
