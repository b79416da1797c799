/**
 * Named fusions of matmuls and attention, with their epilogues and collectives.
 */
package io.graphkernel.processor.pass.pattern.matmul;
