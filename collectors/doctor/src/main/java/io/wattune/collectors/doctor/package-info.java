/**
 * A machine and files of nodes in, what works, what is missing and what to do about it out. Called
 * from the command line.
 */
@NullMarked
package io.wattune.collectors.doctor;

import org.jspecify.annotations.NullMarked;
