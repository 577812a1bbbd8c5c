/**
 * What a hold's record says beside its value. In: holds. Out: headers, and what they name. Called
 * by who sends holds and who reads them.
 */
@NullMarked
package io.wattune.schemas.hold;

import org.jspecify.annotations.NullMarked;
