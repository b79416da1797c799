/**
 * Low-rank adapters of weights: the analysis of the products that read a weight, and the insertion of the adapters
 * beside them. Both work on the nodes of the file, so that one rule per op lowers the products.
 */
package io.graphkernel.processor.onnx.adapter;
