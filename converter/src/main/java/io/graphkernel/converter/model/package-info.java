/** Contents of a model's jar besides the runtime: its command, which reads and writes NumPy files. */
package io.graphkernel.converter.model;
