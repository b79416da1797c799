/**
 * Type-preserving fuzzing of the compiler: real kernel classes, whose expressions are exchanged for others of the same type, so
 * that javac accepts most mutants. No mutant may cause GK-0001, an exception in javac, invalid generated Java, or a hang.
 *
 * <p>{@code Seeds} finds methods and sites, {@code Mutator} exchanges them, {@code MutantCompiler} compiles many mutants at once,
 * and {@code Shrinker} shrinks failures.
 */
package io.graphkernel.processor.fuzz;
