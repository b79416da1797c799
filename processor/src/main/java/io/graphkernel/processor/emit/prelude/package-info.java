/**
 * How generated C is written over the prelude, whether its values are vectors or scalars: types, names, numbers and
 * expressions.
 */
package io.graphkernel.processor.emit.prelude;
