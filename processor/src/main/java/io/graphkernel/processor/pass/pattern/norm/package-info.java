/**
 * Named fusions of normalizations, with preceding additions, casts and quantizations.
 */
package io.graphkernel.processor.pass.pattern.norm;
