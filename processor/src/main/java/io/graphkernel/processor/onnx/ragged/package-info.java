/**
 * Models over ragged batches: the proof that a model over padded batches computes each token from its own sequence, and
 * the rewrite without padding. Both work on the nodes of the file, whose values an import of the padded model has typed.
 */
package io.graphkernel.processor.onnx.ragged;
