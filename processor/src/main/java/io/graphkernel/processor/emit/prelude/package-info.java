/** Syntax of generated C over the prelude, for vectors or scalars: types, names, numbers and expressions. */
package io.graphkernel.processor.emit.prelude;
