/**
 * The science: plain Java on primitives and records, without framework, clock, thread or I/O.
 * Frameworks call it; it calls nobody.
 */
@NullMarked
package io.wattune.core;

import org.jspecify.annotations.NullMarked;
