/** The manifest of a class: its kernels, functions and files, as the runtime reads them. */
package io.graphkernel.processor.stub.manifest;
