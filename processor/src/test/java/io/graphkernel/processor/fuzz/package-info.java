/**
 * A fuzz of the compiler that keeps types right: real kernel classes, whose expressions are exchanged for others of the
 * same type, so that most mutants are Java that javac accepts. No mutant may end in GK-0001, in an exception out of javac,
 * in generated Java that does not compile, or not at all.
 *
 * <p>{@code Seeds} finds the methods and what may be exchanged in them, {@code Mutator} exchanges it, {@code MutantCompiler}
 * compiles many mutants at once, {@code Shrinker} makes a failure small.
 */
package io.graphkernel.processor.fuzz;
