/**
 * Answers of other servers over HTTP. In: what they send; out: its bytes, as long as they are not
 * too many. Called by whoever asks a server that it does not own.
 */
@NullMarked
package io.wattune.schemas.answer;

import org.jspecify.annotations.NullMarked;
