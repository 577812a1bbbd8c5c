/**
 * Files on which a process relies. In: a path; out: its bytes, where nobody else could have written
 * them, and, of a secret, nobody else could have read them. Called for node files, keys, passwords
 * and tokens.
 */
@NullMarked
package io.wattune.schemas.file;

import org.jspecify.annotations.NullMarked;
